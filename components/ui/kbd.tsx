import { cn } from "@/components/ui/class-names";

export function Kbd({ children, className }: { children: React.ReactNode; className?: string }) {
  return (
    <kbd
      className={cn(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-sm border bg-sunken px-1 font-sans text-ink-muted text-sm",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
