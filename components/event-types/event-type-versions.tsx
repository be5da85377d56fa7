"use client";

import { CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { versionListRead } from "@/components/event-types/queries";
import { VersionContent } from "@/components/event-types/version-content";
import { SavedBy } from "@/components/functions/version-mark";
import { Button } from "@/components/ui/button";
import { VersionList } from "@/components/versions/version-list";
import type { EventTypeVersionSummary } from "@/lib/nouns/event-types/version-schemas";

type EventTypeVersionsProps = { projectID: string; eventTypeID: string };

/** The versions of an event type, the newest first, each with what it changed. */
export default function EventTypeVersions({ projectID, eventTypeID }: EventTypeVersionsProps) {
  return (
    <VersionList readPage={(page) => versionListRead(projectID, eventTypeID, page)}>
      {(version: EventTypeVersionSummary) => <Version key={version.uid} projectID={projectID} version={version} />}
    </VersionList>
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
