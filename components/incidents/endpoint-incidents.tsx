"use client";

import { useQuery } from "@tanstack/react-query";
import { usePoll } from "@/components/data/use-poll";
import { IncidentState } from "@/components/incidents/incident-state";
import { incidentsOfEndpointRead } from "@/components/incidents/queries";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { cn } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";

type EndpointIncidentsProps = { projectID: string; endpointID: string; className?: string };

/** Why deliveries to an endpoint fail at the moment, in the words of its incidents; nothing if they do not. */
export function EndpointIncidents({ projectID, endpointID, className }: EndpointIncidentsProps) {
  const { data } = useQuery({ ...incidentsOfEndpointRead(projectID, endpointID), refetchInterval: usePoll(10_000) });
  const incidents = data?.content ?? [];
  if (incidents.length === 0) return null;
  return (
    <div className={cn("space-y-2", className)}>
      {incidents.map((incident) => (
        <Callout
          key={incident.uid}
          tone="warning"
          title={incident.title}
          action={
            <Button asChild size="sm">
              <Link href={`/projects/${projectID}/incidents/${incident.uid}`}>Open incident</Link>
            </Button>
          }
        >
          <IncidentState incident={incident} className="block first-letter:uppercase" />
          <p className="mt-1">{incident.advice}</p>
        </Callout>
      ))}
    </div>
  );
}
