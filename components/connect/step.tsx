import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";

type StepState = "done" | "next" | "failed";

const LOOKS = {
  done: { icon: CircleCheck, className: "text-success", said: " (done)" },
  next: { icon: CircleDashed, className: "text-ink-muted", said: "" },
  failed: { icon: CircleX, className: "text-failure", said: " (failed)" },
};

type StepProps = {
  title: string;
  state: StepState;
  /** A sentence below the title. */
  why?: ReactNode;
  /** The link or button that leads on. */
  action?: ReactNode;
  children?: ReactNode;
};

/** One of the steps to a first delivery and after it. */
export function Step({ title, state, why, action, children }: StepProps) {
  const { icon: Icon, className, said } = LOOKS[state];
  return (
    <li className="flex flex-wrap gap-x-3 gap-y-2 px-3 py-3 text-sm">
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", className)} />
      <div className="min-w-0 flex-1 basis-48 space-y-3">
        <div>
          <p className="font-medium">
            {title}
            {said && <span className="sr-only">{said}</span>}
          </p>
          {why && <p className="text-ink-muted">{why}</p>}
        </div>
        {children}
      </div>
      {action}
    </li>
  );
}
