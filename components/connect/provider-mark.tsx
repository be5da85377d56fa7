import { cn } from "@/components/ui/class-names";

/** White on each of these has a contrast of at least 5 to 1, in both themes. */
const COLORS = [
  "bg-[oklch(0.45_0.11_25)]",
  "bg-[oklch(0.45_0.09_75)]",
  "bg-[oklch(0.45_0.1_145)]",
  "bg-[oklch(0.45_0.08_200)]",
  "bg-[oklch(0.45_0.12_255)]",
  "bg-[oklch(0.45_0.14_295)]",
  "bg-[oklch(0.45_0.12_345)]",
  "bg-[oklch(0.42_0.02_250)]",
];

/** A provider's initials on a colour of its own: drawn by ourselves, because marks are their owners'. */
export function ProviderMark({ title }: { title: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-7 shrink-0 select-none place-items-center rounded font-medium text-[white] text-xs",
        colorOf(title),
      )}
    >
      {initialsOf(title)}
    </span>
  );
}

/** Two letters: of the first two words, or of one word. */
export function initialsOf(title: string): string {
  const words = title.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const [first = "", second] = words;
  return second === undefined ? first.slice(0, 2) : `${first.charAt(0)}${second.charAt(0)}`.toUpperCase();
}

function colorOf(title: string): string {
  let sum = 0;
  for (const character of title) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  return COLORS[sum % COLORS.length] ?? "";
}
