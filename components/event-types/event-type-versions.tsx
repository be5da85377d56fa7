"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { ErrorReason } from "@/components/data/error-reason";
import { versionListRead } from "@/components/event-types/queries";
import { VersionContent } from "@/components/event-types/version-content";
import { SavedBy } from "@/components/functions/version-mark";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { EventTypeVersionSummary } from "@/lib/nouns/event-types/version-schemas";

const AT_ONCE = 10;

type EventTypeVersionsProps = { projectID: string; eventTypeID: string };

/** The versions of an event type, the newest first, each with what it changed. */
export default function EventTypeVersions({ projectID, eventTypeID }: EventTypeVersionsProps) {
  const [cursor, setCursor] = useState<Record<string, string>>({});
  const { data, error, refetch } = useQuery(versionListRead(projectID, eventTypeID, { perPage: AT_ONCE, ...cursor }));
  if (!data && error) {
    return (
      <div className="flex items-center gap-3 text-sm">
        <ErrorReason error={error} className="text-failure" />
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (!data) return <Skeleton className="h-16 w-full" />;
  const { content, pagination } = data;
  return (
    <div className="space-y-2">
      <ul className="divide-y rounded border">
        {content.map((version) => (
          <Version key={version.uid} projectID={projectID} version={version} />
        ))}
      </ul>
      {(pagination.has_prev_page || pagination.has_next_page) && (
        <div className="flex gap-2">
          <Button
            size="sm"
            disabled={!pagination.has_prev_page}
            onClick={() => setCursor({ direction: "prev", prev_page_cursor: pagination.prev_page_cursor })}
          >
            Newer versions
          </Button>
          <Button
            size="sm"
            disabled={!pagination.has_next_page}
            onClick={() => setCursor({ next_page_cursor: pagination.next_page_cursor })}
          >
            Older versions
          </Button>
        </div>
      )}
    </div>
  );
}

function Version({ projectID, version }: { projectID: string; version: EventTypeVersionSummary }) {
  const [isOpen, setOpen] = useState(false);
  const { number, note, is_current, is_breaking } = version;
  return (
    <li className="space-y-2 px-3 py-2.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">Version {number}</span>
        {is_current && (
          <span className="inline-flex items-center gap-1 text-success">
            <CircleCheck aria-hidden className="size-3.5" />
            Present
          </span>
        )}
        {is_breaking && (
          <span className="inline-flex items-center gap-1 text-failure">
            <TriangleAlert aria-hidden className="size-3.5" />
            Breaking
          </span>
        )}
        <span className="min-w-0 text-ink-muted">
          <SavedBy version={version} />
        </span>
      </div>
      {note !== "" && <p className="break-words">{note}</p>}
      <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        What version {number} changed
      </Button>
      {isOpen && <VersionContent projectID={projectID} version={version} />}
    </li>
  );
}
