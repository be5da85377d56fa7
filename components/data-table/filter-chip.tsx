import { X } from "lucide-react";

type FilterChipProps = { name: string; value: string; onRemove: () => void };

/** A filter without a control of its own in the bar, and a button to remove it. */
export function FilterChip({ name, value, onRemove }: FilterChipProps) {
  return (
    <span className="inline-flex h-8 max-w-full items-center gap-1.5 rounded border border-accent bg-accent-soft pl-2.5 text-sm pointer-coarse:h-10">
      <span>{name}</span>
      <span className="truncate font-medium">{value}</span>
      <button
        type="button"
        aria-label={`Remove the filter ${name} ${value}`}
        onClick={onRemove}
        className="flex size-8 items-center justify-center rounded text-ink-muted hover:text-ink pointer-coarse:size-10"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
