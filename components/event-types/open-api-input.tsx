"use client";

import { FileUp } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { ImportFrom } from "@/components/event-types/import-event-types-page";
import { Button } from "@/components/ui/button";
import { Select, Textarea } from "@/components/ui/input";

type OpenApiInputProps = {
  text: string;
  problem: string | null;
  from: ImportFrom;
  onText: (text: string) => void;
  onFrom: (from: ImportFrom) => void;
};

const SOURCES: { value: ImportFrom; label: string }[] = [
  { value: "", label: "Webhooks, or the schemas where there are none" },
  { value: "webhooks", label: "Webhooks" },
  { value: "schemas", label: "Each of components.schemas" },
];

/** The document, pasted or from a file. */
export function OpenApiInput({ text, problem, from, onText, onFrom }: OpenApiInputProps) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [fileProblem, setFileProblem] = useState<string | null>(null);

  const readFile = async (file: File | undefined) => {
    if (!file) return;
    try {
      onText(await file.text());
      setFileProblem(null);
    } catch {
      setFileProblem(`${file.name} could not be read.`);
    }
  };
  const shown = fileProblem ?? problem;

  return (
    <>
      <div>
        <div className="mb-1 flex items-end justify-between gap-3">
          <label htmlFor={`${id}-document`} className="font-medium text-sm">
            OpenAPI document, as JSON
          </label>
          <Button size="sm" onClick={() => picker.current?.click()}>
            <FileUp aria-hidden />
            Choose a file
          </Button>
          <input
            ref={picker}
            type="file"
            accept=".json,application/json"
            hidden
            onChange={(event) => {
              void readFile(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
        </div>
        <Textarea
          id={`${id}-document`}
          rows={12}
          value={text}
          aria-invalid={shown !== null}
          aria-describedby={shown === null ? undefined : `${id}-problem`}
          onChange={(event) => onText(event.target.value)}
          spellCheck={false}
          placeholder={'{\n  "openapi": "3.1.0",\n  "webhooks": { … }\n}'}
          className="font-mono"
        />
        {shown && (
          <p id={`${id}-problem`} className="mt-1 text-failure text-sm">
            {shown}
          </p>
        )}
      </div>
      <div>
        <label htmlFor={`${id}-from`} className="mb-1 block font-medium text-sm">
          Take
        </label>
        <Select
          id={`${id}-from`}
          value={from}
          onChange={({ target }) => onFrom(SOURCES.find(({ value }) => value === target.value)?.value ?? "")}
        >
          {SOURCES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
    </>
  );
}
