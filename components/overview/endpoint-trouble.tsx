"use client";

import { useQuery } from "@tanstack/react-query";
import { usePoll } from "@/components/data/use-poll";
import { formatRate } from "@/components/endpoints/format-rate";
import { endpointChoicesRead } from "@/components/endpoints/queries";
import { Block } from "@/components/overview/block";
import { EndpointStatusBadge } from "@/components/status/status-badge";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";

/** From this percentage of failed attempts in 24 hours on, an active endpoint counts as troubled. */
const TROUBLE_PERCENT = 20;

/** Endpoints that take nothing or fail often, the worst first. */
export function EndpointTrouble({ projectID }: { projectID: string }) {
  const { data } = useQuery({ ...endpointChoicesRead(projectID), refetchInterval: usePoll(10_000) });
  const troubled = data?.content
    .filter(({ status, failure_rate }) => status !== "active" || failure_rate >= TROUBLE_PERCENT)
    .sort((a, b) => b.failure_rate - a.failure_rate)
    .slice(0, 6);
  const home = `/projects/${projectID}/endpoints`;

  return (
    <Block title="Endpoints in trouble" all={{ href: home, name: "All endpoints" }}>
      {!troubled && <Skeleton className="h-40" />}
      {troubled?.length === 0 && <p className="text-ink-muted text-sm">All endpoints are active and answer.</p>}
      {troubled && troubled.length > 0 && (
        <ul className="divide-y rounded border">
          {troubled.map((endpoint) => (
            <li key={endpoint.uid}>
              <Link
                href={`${home}/${endpoint.uid}`}
                className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-x-3 rounded px-3 py-2 text-sm hover:bg-hover"
              >
                <EndpointStatusBadge status={endpoint.status} />
                <span className="truncate font-medium">{endpoint.name}</span>
                <span>{formatRate(endpoint.failure_rate)} failed</span>
                <span className="col-span-2 col-start-2 line-clamp-2 break-words text-ink-muted max-sm:col-span-3 max-sm:col-start-1">
                  {endpoint.status_reason || endpoint.url}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}
