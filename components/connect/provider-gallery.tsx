"use client";

import { Webhook } from "lucide-react";
import { useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { ConnectValues } from "@/components/connect/connect-values";
import { ProviderMark } from "@/components/connect/provider-mark";
import { FieldError, useMessages } from "@/components/forms/field";
import { providerChoices } from "@/components/sources/provider-choices";
import { Input } from "@/components/ui/input";

type Provider = ConnectValues["source"]["provider"];
type Choice = { value: Provider; label: string };

const NAME = "source.provider";
const ANY: Choice = { value: "", label: "Any sender" };

/** The sender, chosen among all providers, which a search narrows. The chosen one stays in sight. */
export function ProviderGallery() {
  const { control, setValue } = useFormContext<ConnectValues>();
  const chosen = useWatch({ control, name: NAME });
  const [typed, setTyped] = useState("");
  const id = useId();
  const messages = useMessages(NAME, "Sender");
  const choices = choicesFor(typed);
  return (
    <fieldset data-field={NAME} aria-describedby={messages.length > 0 ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium text-sm">Sender</legend>
      <Input
        type="search"
        aria-label="Find a sender"
        placeholder="Stripe, GitHub, Slack…"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // The first that was found is what was meant; the form is not sent by it.
          event.preventDefault();
          const [first] = choices;
          if (first) setValue(NAME, first.value, { shouldDirty: true });
        }}
      />
      <div className="mt-2 grid max-h-64 grid-cols-2 gap-1.5 overflow-y-auto rounded border p-1.5 sm:grid-cols-3">
        {choices.map((choice) => (
          <Card
            key={choice.value}
            choice={choice}
            group={id}
            isChosen={choice.value === chosen}
            onChoose={() => setValue(NAME, choice.value, { shouldDirty: true })}
          />
        ))}
        {choices.length === 0 && (
          <p className="col-span-full px-1.5 py-1 text-ink-muted text-sm">
            No provider is called so. “{ANY.label}” takes webhooks of anybody.
          </p>
        )}
      </div>
      <FieldError id={`${id}-error`} messages={messages} />
    </fieldset>
  );
}

type CardProps = { choice: Choice; group: string; isChosen: boolean; onChoose: () => void };

function Card({ choice: { value, label }, group, isChosen, onChoose }: CardProps) {
  return (
    <label className="relative flex min-w-0 cursor-pointer items-center gap-2 rounded border border-transparent p-1.5 text-sm hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:py-2.5">
      <input
        type="radio"
        name={group}
        value={value}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {value === "" ? (
        <span aria-hidden className="grid size-7 shrink-0 place-items-center rounded bg-sunken text-ink-muted">
          <Webhook className="size-4" />
        </span>
      ) : (
        <ProviderMark title={label} />
      )}
      <span className="min-w-0 truncate font-medium">{label}</span>
    </label>
  );
}

function choicesFor(typed: string): Choice[] {
  const found = providerChoices(typed);
  return typed.trim() === "" ? [ANY, ...found] : found;
}
