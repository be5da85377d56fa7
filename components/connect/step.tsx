import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";

type StepState = "done" | "next" | "failed";

const LOOKS = {
  done: { icon: CircleCheck, className: "text-success", said: " (done)" },
  next: { icon: CircleDashed, className: "text-ink-muted", said: "" },
  failed: { icon: CircleX, className: "text-failure", said: " (failed)" },
};

/** One of the steps to a first delivery. */
export function Step({ title, state, children }: { title: string; state: StepState; children?: ReactNode }) {
  const { icon: Icon, className, said } = LOOKS[state];
  return (
    <li className="flex gap-3 px-3 py-3 text-sm">
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", className)} />
      <div className="min-w-0 flex-1 space-y-3">
        <p className="font-medium">
          {title}
          {said && <span className="sr-only">{said}</span>}
        </p>
        {children}
      </div>
    </li>
  );
}
