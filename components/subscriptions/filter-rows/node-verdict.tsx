"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { useBuilder } from "@/components/subscriptions/filter-rows/builder-context";
import { cn } from "@/components/ui/class-names";

type NodeVerdictProps = { id: string; passes: string; fails: string };

/** Whether the sample event passes one condition, as icon, words and colour. */
export function NodeVerdict({ id, passes, fails }: NodeVerdictProps) {
  const verdict = useBuilder().verdicts?.get(id);
  if (verdict === undefined) return null;
  const Icon = verdict ? CircleCheck : CircleX;
  return (
    <p className={cn("flex items-center gap-1.5 text-sm", verdict ? "text-success" : "text-failure")}>
      <Icon aria-hidden className="size-4 shrink-0" />
      {verdict ? passes : fails}
    </p>
  );
}
