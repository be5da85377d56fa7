"use client";

import { tellIncident } from "@/components/incidents/tell-incident";
import { useNow } from "@/components/time/clock";
import type { Incident } from "@/lib/nouns/incidents/schemas";

/** How an incident stands, counted on by the second. */
export function IncidentState({ incident, className }: { incident: Incident; className?: string }) {
  return <span className={className}>{tellIncident(incident, useNow())}</span>;
}
