"use client";

import { useId } from "react";
import { DiffView } from "@/components/code/diff-view";
import { writeHeaders } from "@/components/code/write-headers";
import { formatDurationMs } from "@/components/time/format-time";
import { ExactTime } from "@/components/time/time";
import { Select } from "@/components/ui/input";
import type { Attempt } from "@/lib/nouns/deliveries/schemas";

type CompareAttemptsProps = {
  attempts: readonly Attempt[];
  /** The numbers of the two. */
  pair: readonly [number, number];
  onChange: (pair: [number, number]) => void;
};

/** Two attempts of a delivery beside each other: how they ended, and what differs in what was sent and answered. */
export default function CompareAttempts({ attempts, pair, onChange }: CompareAttemptsProps) {
  const [before, after] = pair.map((number) => attempts.find((attempt) => attempt.number === number));
  return (
    <section aria-label="Comparison" className="mb-4 space-y-4 rounded border p-3">
      <div className="grid grid-cols-2 gap-3">
        <Choice label="First attempt" attempts={attempts} value={pair[0]} onChange={(n) => onChange([n, pair[1]])} />
        <Choice label="Second attempt" attempts={attempts} value={pair[1]} onChange={(n) => onChange([pair[0], n])} />
        {before && <Ending attempt={before} />}
        {after && <Ending attempt={after} />}
      </div>
      {before && after ? (
        <>
          <Part name="Request">
            <DiffView before={writeRequest(before)} after={writeRequest(after)} what="Differences of the requests" />
          </Part>
          <Part name="Answer headers">
            <DiffView
              before={writeHeaders(before.response_http_header)}
              after={writeHeaders(after.response_http_header)}
              what="Differences of the answer headers"
            />
          </Part>
          <Part name="Answer">
            <DiffView before={before.response_data} after={after.response_data} what="Differences of the answers" />
          </Part>
        </>
      ) : (
        <p className="text-ink-muted text-sm">One of them is not among the latest hundred attempts any more.</p>
      )}
    </section>
  );
}

type ChoiceProps = { label: string; attempts: readonly Attempt[]; value: number; onChange: (number: number) => void };

function Choice({ label, attempts, value, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium text-sm">
        {label}
      </label>
      <Select id={id} value={String(value)} onChange={(event) => onChange(Number(event.target.value))}>
        {attempts.map(({ number }) => (
          <option key={number} value={number}>
            Attempt {number}
          </option>
        ))}
      </Select>
    </div>
  );
}

function Ending({ attempt }: { attempt: Attempt }) {
  return (
    <div className="min-w-0 text-sm">
      <p className="break-words font-medium">{attempt.response_status ?? attempt.error ?? "No answer"}</p>
      <p className="text-ink-muted">after {formatDurationMs(attempt.duration_ms)}</p>
      <p className="text-ink-muted">
        <ExactTime at={attempt.started_at} />
      </p>
    </div>
  );
}

function Part({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <section aria-label={`${name}, compared`}>
      <h3 className="mb-1.5 font-medium text-sm">{name}</h3>
      {children}
    </section>
  );
}

function writeRequest({ method, url, request_http_header }: Attempt): string {
  return `${method} ${url}\n${writeHeaders(request_http_header)}`;
}
