"use client";

import { ArrowLeftRight, SearchX } from "lucide-react";
import { EmptyState } from "@/components/data/empty-state";
import { FirstSteps } from "@/components/projects/first-steps";
import { Button } from "@/components/ui/button";

type NoDeliveriesProps = { projectID: string; isFiltered: boolean; onClear: () => void };

export function NoDeliveries({ projectID, isFiltered, onClear }: NoDeliveriesProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={SearchX}
        title="No delivery fits these filters"
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  }
  return (
    <EmptyState icon={ArrowLeftRight} title="No delivery yet">
      <p>A delivery is one event on its way to one endpoint. It begins when an event fits a subscription.</p>
      <FirstSteps projectID={projectID} />
    </EmptyState>
  );
}
