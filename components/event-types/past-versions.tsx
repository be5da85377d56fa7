"use client";

import { History } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { EventType } from "@/lib/nouns/event-types/schemas";

const EventTypeVersions = dynamic(() => import("@/components/event-types/event-type-versions"), {
  loading: () => <Skeleton className="h-16 w-full" />,
});

/** The versions of an event type, on request. */
export function PastVersions({ projectID, eventType }: { projectID: string; eventType: EventType }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label="Versions" className="mt-8 space-y-3 border-t pt-6">
      <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <History aria-hidden />
        Versions ({eventType.version})
      </Button>
      {isOpen && <EventTypeVersions projectID={projectID} eventTypeID={eventType.uid} />}
    </section>
  );
}
