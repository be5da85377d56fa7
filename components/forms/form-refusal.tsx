"use client";

import { Fragment, type MouseEvent, useContext } from "react";
import { useFormContext, useFormState } from "react-hook-form";
import { RequestID } from "@/components/data/request-id";
import { messagesAt, strayMessages } from "@/components/forms/field-errors";
import { FormFrameContext, WRONG_CONTROL } from "@/components/forms/form-context";
import { Callout } from "@/components/ui/callout";

type FormRefusalProps = {
  /** Names the wrong fields too: for a form that is longer than a screen. */
  namesFields?: boolean;
};

/**
 * Stands beside the button that sends the form: the refusal of the whole, and what is wrong where no field shows it.
 * Draws nothing while nothing is wrong.
 */
export function FormRefusal({ namesFields = false }: FormRefusalProps) {
  const { control } = useFormContext();
  const { errors } = useFormState({ control });
  const { refusal, shown } = useContext(FormFrameContext);
  const stray = strayMessages(errors, [...shown.keys()]);
  const wrong = namesFields ? [...shown].filter(([name]) => messagesAt(errors, name).length > 0) : [];
  const whole = errors.root?.refusal ? refusal : null;
  const messages = whole ? [whole.message, ...stray] : stray;
  return (
    <>
      {messages.length > 0 && <Refusal messages={messages} requestId={whole?.requestId ?? null} />}
      {wrong.length > 0 && <WrongFields fields={wrong} />}
    </>
  );
}

function Refusal({ messages, requestId }: { messages: string[]; requestId: string | null }) {
  return (
    <div data-refusal className="max-h-[40vh] scroll-my-20 overflow-y-auto text-left">
      <Callout tone="error">
        {messages.map((message) => (
          <p key={message} className="break-words">
            {message}
          </p>
        ))}
        {requestId && <RequestID id={requestId} />}
      </Callout>
    </div>
  );
}

function WrongFields({ fields }: { fields: [name: string, label: string][] }) {
  return (
    <p className="text-failure text-sm">
      {fields.length === 1 ? "One field needs a change: " : `${fields.length} fields need a change: `}
      {fields.map(([name, label], at) => (
        <Fragment key={name}>
          {at > 0 && ", "}
          <button
            type="button"
            onClick={(event) => goToField(event, name)}
            className="rounded underline underline-offset-2"
          >
            {label}
          </button>
        </Fragment>
      ))}
    </p>
  );
}

function goToField({ currentTarget }: MouseEvent<HTMLButtonElement>, name: string): void {
  const field = currentTarget.form?.querySelector(`[data-field="${CSS.escape(name)}"]`);
  field?.scrollIntoView({ block: "nearest" });
  field?.querySelector<HTMLElement>(WRONG_CONTROL)?.focus({ preventScroll: true });
}
