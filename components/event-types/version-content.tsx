"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { BodyView } from "@/components/code/body-view";
import { ErrorReason } from "@/components/data/error-reason";
import { ChangeMessage } from "@/components/event-types/change-message";
import { versionRead } from "@/components/event-types/queries";
import { Skeleton } from "@/components/ui/skeleton";
import type { EventTypeChange, EventTypeVersionSummary } from "@/lib/nouns/event-types/version-schemas";
import { stringifyExact } from "@/lib/wire/exact-json";

type VersionContentProps = { projectID: string; version: EventTypeVersionSummary };

/** What a version changed against the one before, and its schema and example. */
export function VersionContent({ projectID, version }: VersionContentProps) {
  const { data, error } = useQuery(versionRead(projectID, version.event_type_id, version.uid));
  if (error) return <ErrorReason error={error} className="text-failure" />;
  if (!data) return <Skeleton className="h-10 w-full" />;
  const { changes, json_schema, example } = data;
  return (
    <div className="space-y-3">
      {changes.length === 0 ? (
        <p className="text-ink-muted">{version.number === 1 ? "The first version." : "Nothing for receivers."}</p>
      ) : (
        <ul className="space-y-1">
          {changes.map((change) => (
            <Change key={change.message} change={change} />
          ))}
        </ul>
      )}
      {json_schema !== null && <Json label={`Schema of version ${version.number}`} value={json_schema} />}
      {example !== null && <Json label={`Example of version ${version.number}`} value={example} />}
    </div>
  );
}

function Change({ change: { message, is_breaking } }: { change: EventTypeChange }) {
  const Icon = is_breaking ? TriangleAlert : CircleCheck;
  return (
    <li className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-2">
      <span className={`inline-flex items-center gap-1 self-start ${is_breaking ? "text-failure" : "text-success"}`}>
        <Icon aria-hidden className="size-3.5" />
        {is_breaking ? "Breaking" : "Compatible"}
      </span>
      <span className="break-words">
        <ChangeMessage text={message} />
      </span>
    </li>
  );
}

function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded text-ink-muted hover:text-ink">{label}</summary>
      <div className="mt-2">
        <BodyView text={stringifyExact(value)} what={label.toLowerCase()} />
      </div>
    </details>
  );
}
