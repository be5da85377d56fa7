import { toast } from "@/components/toasts/toast";

/** Longer than a second thought takes, shorter than it is in the way. The time stands still while it is hovered. */
const UNDO_MS = 5_000;

type Undo = {
  /** What taking it back means, where that is not the state before. */
  means?: string;
  run: () => void;
};

/** Tells in a corner of the page that something was done, with a button that takes it back. */
export function offerUndo(title: string, { means, run }: Undo): void {
  toast.success(title, { description: means, duration: UNDO_MS, action: { label: "Undo", onClick: run } });
}
