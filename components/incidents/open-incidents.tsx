"use client";

import { useQuery } from "@tanstack/react-query";
import { usePoll } from "@/components/data/use-poll";
import { Activity } from "@/components/incidents/activity";
import { INCIDENT_LOOK } from "@/components/incidents/incident-look";
import { IncidentState } from "@/components/incidents/incident-state";
import { presentIncidentsRead } from "@/components/incidents/queries";
import { Block } from "@/components/overview/block";
import { StatusMark } from "@/components/status/status-badge";
import { Link } from "@/components/ui/link";
import type { Incident } from "@/lib/nouns/incidents/schemas";

const SHOWN = 5;

/** What goes wrong at the moment and why, above everything else; nothing if all is well. */
export function OpenIncidents({ projectID }: { projectID: string }) {
  const { data } = useQuery({ ...presentIncidentsRead(projectID), refetchInterval: usePoll(5_000) });
  const incidents = data?.content ?? [];
  if (incidents.length === 0) return null;
  const home = `/projects/${projectID}/incidents`;
  const count = data?.pagination.has_next_page ? "More than 50" : String(incidents.length);
  const name = incidents.length > SHOWN ? `All ${count.toLowerCase()}` : "All incidents";
  return (
    <Block title="Incidents" all={{ href: home, name }}>
      <ul className="divide-y rounded border">
        {incidents.slice(0, SHOWN).map((incident) => (
          <IncidentLine key={incident.uid} incident={incident} href={`${home}/${incident.uid}`} />
        ))}
      </ul>
    </Block>
  );
}

function IncidentLine({ incident, href }: { incident: Incident; href: string }) {
  return (
    <li>
      <Link
        href={href}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 rounded px-3 py-2.5 text-sm hover:bg-hover md:grid-cols-[8rem_minmax(0,1fr)_auto]"
      >
        <StatusMark look={INCIDENT_LOOK[incident.status]} className="max-md:col-span-2" />
        <span className="min-w-0">
          <span className="block break-words font-medium">{incident.title}</span>
          <IncidentState incident={incident} className="block text-ink-muted first-letter:uppercase" />
        </span>
        <Activity incident={incident} />
      </Link>
    </li>
  );
}
