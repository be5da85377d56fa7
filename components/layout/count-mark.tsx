import { cn } from "@/components/ui/class-names";

type CountMarkProps = {
  count: number;
  /** There are more than this many; null if the count is exact. */
  most: number | null;
  /** What is counted, for a screen reader. */
  what: string;
  className?: string | undefined;
};

/** A count beside an entry of the navigation; empty if it is zero. */
export function CountMark({ count, most, what, className }: CountMarkProps) {
  if (count === 0) return null;
  const shown = most === null ? String(count) : `${most}+`;
  return (
    <>
      <span
        aria-hidden
        className={cn(
          "ml-auto rounded-full bg-failure-soft px-1.5 font-medium text-failure text-sm leading-5",
          className,
        )}
      >
        {shown}
      </span>
      <span className="sr-only">
        {shown} {what}
      </span>
    </>
  );
}
