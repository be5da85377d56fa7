"use client";

import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { EmptyState } from "@/components/data/empty-state";
import { projectRead } from "@/components/projects/queries";
import { useMay } from "@/components/session/me";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

export function NoMetaEvents({ projectID }: { projectID: string }) {
  const settings = useQuery(projectRead(projectID)).data?.settings.meta_event;
  const mayChange = useMay(projectID, "administer");
  const isOn = settings?.is_enabled === true;
  return (
    <EmptyState
      icon={BellRing}
      title={isOn ? "No meta event yet" : "Meta events are switched off"}
      action={
        mayChange && (
          <Button asChild variant={isOn ? "secondary" : "primary"}>
            <Link href={`/projects/${projectID}/settings#meta-events`}>{isOn ? "Settings" : "Switch them on"}</Link>
          </Button>
        )
      }
    >
      <p>
        Hookyard can tell an address of yours when a delivery succeeds or fails for good, when an endpoint is disabled,
        and when sources, endpoints or subscriptions change.
        {!isOn && !mayChange && " Only admins of this project switch that on."}
      </p>
    </EmptyState>
  );
}
