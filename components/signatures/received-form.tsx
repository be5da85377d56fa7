"use client";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ErrorReason } from "@/components/data/error-reason";
import { parseHeaders } from "@/components/signatures/parse-headers";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Input, Textarea } from "@/components/ui/input";
import type { ApiError } from "@/lib/api/client";

/** A request as its receiver got it. */
export type ReceivedParts = { headers: Record<string, string>; body: string; received_at?: string };

type ReceivedFormProps = {
  label: string;
  /** What is filled in already. */
  initial: { headers: string; at: string };
  headersHelp?: string | undefined;
  placeholder: string;
  isPending: boolean;
  error: ApiError | null;
  onCheck: (received: ReceivedParts) => void;
  /** Further fields. */
  fields?: ReactNode;
  /** The answer. */
  children: ReactNode;
};

/** Takes headers and body of a received request, and shows below them what a doctor answers. */
export function ReceivedForm({
  label,
  initial,
  headersHelp,
  placeholder,
  onCheck,
  fields,
  ...state
}: ReceivedFormProps) {
  const [headers, setHeaders] = useState(initial.headers);
  const [body, setBody] = useState("");
  const [at, setAt] = useState(initial.at);
  const [wrong, setWrong] = useState<string | null>(null);

  const answer = useAnswerInSight(state.isPending);

  const check = () => {
    const parsed = parseHeaders(headers);
    setWrong("wrong" in parsed ? parsed.wrong : null);
    if ("wrong" in parsed) return;
    onCheck({ headers: parsed.headers, body, ...(at.trim() !== "" && { received_at: at.trim() }) });
  };

  return (
    <form
      aria-label={label}
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <Labelled label="Received headers" help={headersHelp}>
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            value={headers}
            aria-invalid={wrong !== null}
            placeholder={placeholder}
            onChange={(event) => setHeaders(event.target.value)}
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Labelled>
      <Labelled label="Received body" help="Exactly as it arrived, before any parser.">
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            value={body}
            onChange={(event) => setBody(event.target.value)}
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Labelled>
      <Labelled
        label="Received at"
        help="By which the timestamp's age counts, such as 2027-01-31T12:00:00Z. Empty for now."
      >
        {(control) => (
          <Input {...control} value={at} onChange={(event) => setAt(event.target.value)} className="font-mono" />
        )}
      </Labelled>
      {fields}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" pending={state.isPending}>
          Check
        </Button>
      </div>
      <div ref={answer} role="status" className="scroll-mb-4 space-y-3 text-sm">
        {wrong && <p className="text-failure">{wrong}</p>}
        {!wrong && state.error && <Refusal error={state.error} />}
        {!wrong && state.children}
      </div>
    </form>
  );
}

/** Brings what was answered into sight, which is below the fold on a small screen. */
function useAnswerInSight(isPending: boolean) {
  const answer = useRef<HTMLDivElement>(null);
  const wasPending = useRef(false);
  useEffect(() => {
    if (wasPending.current && !isPending) answer.current?.scrollIntoView({ block: "nearest" });
    wasPending.current = isPending;
  }, [isPending]);
  return answer;
}

function Refusal({ error }: { error: ApiError }) {
  const message = [error.message, ...error.fields.map((field) => field.message)].join(" ");
  return (
    <Callout tone="error">
      <ErrorReason error={{ ...error, message }} />
    </Callout>
  );
}

type Control = { id: string; "aria-describedby": string | undefined };
type LabelledProps = { label: string; help: string | undefined; children: (control: Control) => ReactNode };

/** A field with its label above and a sentence of help below it. */
export function Labelled({ label, help, children }: LabelledProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium text-sm">
        {label}
      </label>
      {children({ id, "aria-describedby": help ? `${id}-help` : undefined })}
      {help && (
        <p id={`${id}-help`} className="mt-1 text-ink-muted text-sm">
          {help}
        </p>
      )}
    </div>
  );
}
