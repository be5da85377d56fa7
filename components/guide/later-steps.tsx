"use client";

import { GuideListStep } from "@/components/guide/guide-list";
import { isAfterDelivery } from "@/components/guide/guide-steps";
import { useGuideSteps } from "@/components/guide/use-guide-steps";

/** What makes of a first delivery one that can stay. */
export function LaterSteps({ projectID }: { projectID: string }) {
  const steps = useGuideSteps(projectID) ?? [];
  return steps.filter(isAfterDelivery).map((step) => <GuideListStep key={step.name} step={step} />);
}
