"use client";

import { useId } from "react";
import type { Parameter } from "@/components/docs/reference";
import { Input, Select } from "@/components/ui/input";

type TryInputProps = {
  parameter: Parameter;
  projects: { uid: string; name: string }[];
  value: string;
  onChange: (value: string) => void;
};

/** The input of a parameter: a choice for a closed list, and for the project its names if they are known. */
export function TryInput({ parameter, projects, value, onChange }: TryInputProps) {
  const { name, schema } = parameter;
  const id = useId();
  const choices = listChoices(parameter, projects);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium font-mono text-sm">
        {name}
      </label>
      {choices ? (
        <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{schema.default === undefined ? "–" : `– (${String(schema.default)})`}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      ) : (
        <Input
          id={id}
          autoComplete="off"
          spellCheck={false}
          placeholder={
            schema.items ? "several with commas" : schema.default === undefined ? "" : String(schema.default)
          }
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="font-mono"
        />
      )}
    </div>
  );
}

function listChoices({ name, schema }: Parameter, projects: TryInputProps["projects"]) {
  if (name === "projectID" && projects.length > 0) {
    return projects.map((project) => ({ value: project.uid, label: project.name }));
  }
  return schema.enum?.map((one) => ({ value: String(one), label: String(one) }));
}
