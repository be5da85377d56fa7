import { cva, type VariantProps } from "class-variance-authority";
import { Info, OctagonX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";

const styles = cva("flex gap-2.5 rounded border px-3 py-2.5 text-sm [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0", {
  variants: {
    tone: {
      info: "bg-sunken [&>svg]:text-ink-muted",
      warning: "border-retry/40 bg-retry-soft [&>svg]:text-retry",
      error: "border-failure/40 bg-failure-soft [&>svg]:text-failure",
    },
  },
  defaultVariants: { tone: "info" },
});

const ICONS = { info: Info, warning: TriangleAlert, error: OctagonX };

type CalloutProps = VariantProps<typeof styles> & {
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
};

/** A sentence that matters for its part of the page. An error is announced. */
export function Callout({ tone, title, children, action, className }: CalloutProps) {
  const Icon = ICONS[tone ?? "info"];
  return (
    <div role={tone === "error" ? "alert" : undefined} className={cn(styles({ tone }), className)}>
      <Icon aria-hidden />
      <div className="min-w-0 flex-1">
        {title && <p className="font-medium">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}
