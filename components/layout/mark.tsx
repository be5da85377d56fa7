import { cn } from "@/components/ui/class-names";

/** Hookyard's logo: a hook that catches what comes in and passes it on. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden className={cn("size-6 shrink-0", className)}>
      <rect width="24" height="24" rx="5" className="fill-ink" />
      <path
        d="M8 5v8.25a4.25 4.25 0 0 0 8.5 0V12m-2.6 2.2 2.6-2.6 2.6 2.6"
        className="stroke-canvas"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="8" cy="5.4" r="1.6" className="fill-accent" />
    </svg>
  );
}
