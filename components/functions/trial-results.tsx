"use client";

import { CircleCheck, CircleSlash, CircleX, type LucideIcon } from "lucide-react";
import { DiffView } from "@/components/code/diff-view";
import { HeadersView } from "@/components/code/headers-view";
import { FUNCTION_WORDS, type FunctionKind } from "@/components/functions/function-words";
import { formatDurationMs } from "@/components/time/format-time";
import { cn } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import type { TestedFunctions } from "@/lib/functions/schemas";
import { formatJson } from "@/lib/wire/json-tokens";

type Tested = TestedFunctions["results"][number];
type Verdict = "changed" | "same" | "skipped" | "failed";

type TrialResultsProps = { projectID: string; kind: FunctionKind; results: readonly Tested[] };

/** The results of a run: one event in full, many as counts with a row for each. */
export function TrialResults({ projectID, kind, results }: TrialResultsProps) {
  const [only] = results;
  if (!only) return <p className="text-ink-muted">There is no event yet to run on.</p>;
  if (results.length === 1) {
    return (
      <>
        <VerdictLine kind={kind} result={only} />
        <TrialDetail result={only} />
      </>
    );
  }
  const verdicts = results.map(judge);
  const counts = (Object.keys(LOOKS) as Verdict[])
    .map((verdict) => ({ verdict, count: verdicts.filter((one) => one === verdict).length }))
    .filter(({ count }) => count > 0);
  return (
    <>
      <p className="font-medium">
        Of {results.length} events: {counts.map(({ verdict, count }) => `${count} ${LOOKS[verdict].word}`).join(", ")}
      </p>
      <ul className="max-h-[32rem] divide-y overflow-y-auto rounded border">
        {results.map((result) => (
          <li key={result.event_id}>
            <details>
              <summary className="cursor-pointer px-3 py-1.5 focus-visible:-outline-offset-2">
                <span className="inline-flex max-w-[calc(100%-1.5rem)] flex-wrap items-center gap-x-2 align-top">
                  <span className="font-medium">{result.event_type}</span>
                  <VerdictLine kind={kind} result={result} />
                </span>
              </summary>
              <div className="space-y-3 px-3 pb-3">
                <Link
                  href={`/projects/${projectID}/events/${result.event_id}`}
                  target="_blank"
                  className="text-accent underline-offset-2 hover:underline"
                >
                  The event
                </Link>
                <TrialDetail result={result} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}

const LOOKS: Record<Verdict, { word: string; icon: LucideIcon; className: string }> = {
  failed: { word: "failed", icon: CircleX, className: "text-failure" },
  skipped: { word: "skipped", icon: CircleSlash, className: "text-discarded" },
  changed: { word: "changed", icon: CircleCheck, className: "text-success" },
  same: { word: "unchanged", icon: CircleCheck, className: "text-ink-muted" },
};

function judge(result: Tested): Verdict {
  if (!result.ok) return "failed";
  if (result.is_skipped) return "skipped";
  return keepsText(result) && !addsHeaders(result) ? "same" : "changed";
}

function keepsText({ before, after }: Tested): boolean {
  return (formatJson(before) ?? before) === (formatJson(after ?? "") ?? after);
}

/** The result of a header function is its headers, and nothing is added to them. */
function addsHeaders({ headers, after }: Tested): boolean {
  return headers !== null && Object.keys(headers).length > 0 && after !== JSON.stringify(headers);
}

function VerdictLine({ kind, result }: { kind: FunctionKind; result: Tested }) {
  const verdict = judge(result);
  const { icon: Icon, className } = LOOKS[verdict];
  return (
    <span className={cn("flex items-start gap-1.5", className)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        {tell(verdict, kind, result)}
        <span className="text-ink-muted"> {formatDurationMs(result.duration_ms)}</span>
      </span>
    </span>
  );
}

function tell(verdict: Verdict, kind: FunctionKind, result: Tested): string {
  const { noun } = FUNCTION_WORDS[kind];
  switch (verdict) {
    case "failed":
      return result.error ?? "It failed.";
    case "skipped":
      return "It returns null: the event would be skipped.";
    case "same":
      return `It leaves the ${noun} as ${kind === "header" ? "they are" : "it is"}.`;
    case "changed":
      return keepsText(result) ? "It adds headers." : `It changes the ${noun}.`;
  }
}

function TrialDetail({ result }: { result: Tested }) {
  const { before, after, headers, logs } = result;
  return (
    <>
      {after !== null && !keepsText(result) && (
        <Part title="Before and after">
          <DiffView before={before} after={after} what="Before and after" />
        </Part>
      )}
      {headers !== null && addsHeaders(result) && (
        <Part title="Headers added">
          <HeadersView headers={headers} what="headers added" />
        </Part>
      )}
      {logs.length > 0 && (
        <Part title="Console">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <pre tabIndex={0} className="max-h-48 overflow-auto rounded border bg-sunken px-3 py-2 font-mono leading-5">
            {logs.join("\n")}
          </pre>
        </Part>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <p className="mb-1 font-medium">{title}</p>
      {children}
    </div>
  );
}
