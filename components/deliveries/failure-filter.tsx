"use client";

import { useId, useState } from "react";
import { ChoiceFilter, OptionList } from "@/components/data-table/multi-filter";
import { CODE_CLASSES } from "@/components/deliveries/delivery-terms";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { FAILURE_CODES } from "@/lib/kernel/vocabulary";
import { isFailure } from "@/lib/nouns/deliveries/list-reader";

const WORDS: Readonly<Record<(typeof CODE_CLASSES)[number], string>> = {
  "5xx": "5xx, an error of the server",
  "4xx": "4xx, the request was refused",
  "3xx": "3xx, a redirect",
};
const LISTED: readonly string[] = [...CODE_CLASSES, ...FAILURE_CODES];
const OPTIONS = [
  ...CODE_CLASSES.map((value) => ({ value, name: WORDS[value] })),
  ...FAILURE_CODES.map((value) => ({ value, name: value })),
];

type FailureFilterProps = { chosen: readonly string[]; onChoose: (chosen: string[]) => void };

/** How the last attempt failed: classes of answers and error codes to tick, and any one status. */
export function FailureFilter({ chosen, onChoose }: FailureFilterProps) {
  const statuses = chosen.filter((code) => !LISTED.includes(code)).map((value) => ({ value, name: value }));
  return (
    <ChoiceFilter
      label={chosen.length > 0 ? "Failed with" : "Failure"}
      summary={chosen.length > 0 ? chosen.join(", ") : null}
      onRemove={() => onChoose([])}
    >
      <StatusField onAdd={(status) => onChoose([...new Set([...chosen, status])])} />
      <OptionList label="Failure" options={[...statuses, ...OPTIONS]} chosen={chosen} onChoose={onChoose} />
    </ChoiceFilter>
  );
}

function StatusField({ onAdd }: { onAdd: (status: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <form
      method="post"
      noValidate
      className="border-b p-2 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        const status = typed.trim().toLowerCase();
        const isStatus = /^\d/.test(status) && isFailure(status);
        setProblem(isStatus ? null : "Give a status from 100 to 599, such as 503.");
        if (!isStatus) return;
        onAdd(status);
        setTyped("");
      }}
    >
      <label htmlFor={id} className="mb-1 block font-medium">
        One status
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          placeholder="503"
          value={typed}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit">Add</Button>
      </div>
      <p id={`${id}-problem`} role="status" className="text-failure">
        {problem}
      </p>
    </form>
  );
}
