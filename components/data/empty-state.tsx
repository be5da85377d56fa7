import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type EmptyStateProps = { icon: LucideIcon; title: string; children?: ReactNode; action?: ReactNode };

/** There is nothing yet, or nothing was found: what that means and the next step. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-3 px-4 py-10 md:px-6">
      <Icon aria-hidden className="size-5 text-ink-muted" strokeWidth={1.75} />
      <div className="w-full max-w-2xl">
        <h2 className="font-medium">{title}</h2>
        {children && <div className="mt-1 space-y-3 text-ink-muted text-sm">{children}</div>}
      </div>
      {action}
    </div>
  );
}
