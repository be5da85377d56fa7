import { X } from "lucide-react";
import { Button } from "@/components/ui/button";

type RemoveChoiceProps = {
  /** What it does: "Remove the filter Status Retry". */
  name: string;
  onRemove: () => void;
};

/** The second half of a filter's button, while something is chosen. */
export function RemoveChoice({ name, onRemove }: RemoveChoiceProps) {
  return (
    <Button
      size="icon"
      aria-label={name}
      onClick={onRemove}
      className="rounded-l-none border-accent border-l-0 bg-accent-soft text-ink-muted"
    >
      <X aria-hidden className="size-3.5" />
    </Button>
  );
}
