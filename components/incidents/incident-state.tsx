"use client";

import { tellIncident } from "@/components/incidents/tell-incident";
import { useNow } from "@/components/time/clock";
import { TimeOfDay } from "@/components/time/time-of-day";
import { cn } from "@/components/ui/class-names";
import type { Incident } from "@/lib/nouns/incidents/schemas";

type IncidentStateProps = { incident: Incident; className?: string };

/** How an incident stands, counted on: since when and for how long, or how long it took. */
export function IncidentState({ incident, className }: IncidentStateProps) {
  const now = useNow();
  return (
    <span className={cn("tabular-nums", className)}>
      {incident.recovered_at === null && incident.first_seen_at !== null && (
        <>
          since <TimeOfDay at={incident.first_seen_at} nowMs={now} />,{" "}
        </>
      )}
      {tellIncident(incident, now)}
    </span>
  );
}
