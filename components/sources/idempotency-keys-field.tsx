"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Field } from "@/components/forms/field";
import { useField } from "@/components/forms/use-field";
import { projectRead } from "@/components/projects/queries";
import type { SourceValues } from "@/components/sources/source-values";
import { KEY_PLACES, type KeyPart, type KeyPlace, readKeyPart } from "@/components/sources/types/http-values";
import { formatSeconds } from "@/components/time/format-time";
import { Button } from "@/components/ui/button";
import { Input, Select } from "@/components/ui/input";
import { providers } from "@/lib/providers/providers.gen";

const MAX_PARTS = 10;

const PLACES: Record<KeyPlace, { label: string; placeholder: string; noun: string }> = {
  header: { label: "Header", placeholder: "X-Request-Id", noun: "the header" },
  body: { label: "Body", placeholder: "order.id", noun: "the body's" },
  query: { label: "Query", placeholder: "id", noun: "the query's" },
};

/** The parts of the request that identify an event, a row for each, and a sentence about their combination. */
export function IdempotencyKeysField({ projectID }: { projectID: string }) {
  const { control } = useFormContext<SourceValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "idempotency_keys" });
  const parts = useWatch({ control, name: "idempotency_keys" });
  const provider = useWatch({ control, name: "provider" });
  const preset = provider === "" ? [] : providers[provider].idempotencyKeys.map(readKeyPart);

  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="mb-1 font-medium text-sm">Idempotency keys</legend>
      {fields.map((row, at) => (
        <KeyPartRow key={row.id} at={at} onRemove={() => remove(at)} />
      ))}
      <Meaning projectID={projectID} parts={parts} />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={fields.length >= MAX_PARTS} onClick={() => append({ place: "header", name: "" })}>
          <Plus aria-hidden />
          Add a part
        </Button>
        {preset.length > 0 && fields.length === 0 && (
          <Button size="sm" onClick={() => append(preset)}>
            <Plus aria-hidden />
            Use {preset.map(({ name }) => name).join(", ")}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function KeyPartRow({ at, onRemove }: { at: number; onRemove: () => void }) {
  const { control } = useFormContext<SourceValues>();
  const place = useWatch({ control, name: `idempotency_keys.${at}.place` }) ?? "header";
  const placeField = useField(`idempotency_keys.${at}.place`);
  const nameField = useField(`idempotency_keys.${at}.name`);
  return (
    <div className="flex items-start gap-2">
      <Select {...placeField} aria-label={`Part ${at + 1}: where it stands`} className="w-28 shrink-0">
        {KEY_PLACES.map((one) => (
          <option key={one} value={one}>
            {PLACES[one].label}
          </option>
        ))}
      </Select>
      <Field name={`idempotency_keys.${at}`} label={`Part ${at + 1}: its name`} hidesLabel className="flex-1">
        {(attributes) => (
          <Input
            {...nameField}
            {...attributes}
            placeholder={PLACES[place].placeholder}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      <Button size="icon" variant="ghost" aria-label={`Remove part ${at + 1}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </div>
  );
}

function Meaning({ projectID, parts }: { projectID: string; parts: KeyPart[] }) {
  const window = useQuery(projectRead(projectID)).data?.settings.idempotency_window;
  const named = parts.filter(({ name }) => name.trim() !== "");
  if (named.length === 0) {
    return <p className="text-ink-muted text-sm">Without a part, every request is an event of its own.</p>;
  }
  const words = named.map(({ place, name }) => `${PLACES[place].noun} ${name.trim()}`);
  const said = [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
  return (
    <p className="break-words text-ink-muted text-sm">
      Of requests with the same value in {said}, the first is delivered. Any other
      {window ? ` within ${formatSeconds(window)}` : ""} is kept as a duplicate. A request that lacks{" "}
      {named.length === 1 ? "it" : "one of them"} is never a duplicate.
    </p>
  );
}
