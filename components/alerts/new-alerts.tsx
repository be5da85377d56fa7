"use client";

import { useQuery } from "@tanstack/react-query";
import { newAlertsRead } from "@/components/alerts/queries";
import { usePoll } from "@/components/data/use-poll";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";

/** Shows on the overview that alerts are unacknowledged, with the latest of them. */
export function NewAlerts({ projectID }: { projectID: string }) {
  const { data } = useQuery({ ...newAlertsRead(projectID), refetchInterval: usePoll(15_000), staleTime: 10_000 });
  const [latest] = data?.content ?? [];
  if (!data || !latest) return null;
  const count = data.pagination.has_next_page ? "More than 100" : String(data.content.length);
  return (
    <Callout
      tone="warning"
      title={`${count} ${data.content.length === 1 ? "alert is" : "alerts are"} not acknowledged`}
      action={
        <Button asChild size="sm">
          <Link href={`/projects/${projectID}/alerts?acknowledged=false`}>Open alerts</Link>
        </Button>
      }
    >
      <p className="break-words">{latest.message}</p>
    </Callout>
  );
}
