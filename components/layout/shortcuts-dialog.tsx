"use client";

import type { Section } from "@/components/layout/sections";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";

const GENERAL: [keys: string[], what: string][] = [
  [["⌘", "K"], "Search and commands"],
  [["/"], "Search in the list"],
  [["j"], "Next row"],
  [["k"], "Previous row"],
  [["Enter"], "Open the row"],
  [["x"], "Select the row"],
  [["r"], "Resend the row"],
  [["."], "Show new rows"],
  [["Esc"], "Close the panel"],
  [["?"], "These shortcuts"],
];

type ShortcutsDialogProps = { sections: readonly Section[]; open: boolean; onOpenChange: (open: boolean) => void };

export function ShortcutsDialog({ sections, open, onOpenChange }: ShortcutsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Keyboard shortcuts" className="max-w-xl">
        <div className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
          <dl className="space-y-1.5">
            {GENERAL.map(([keys, what]) => (
              <Shortcut key={what} keys={keys} what={what} />
            ))}
          </dl>
          <dl className="space-y-1.5">
            {sections.map(({ name, key }) => (
              <Shortcut key={key} keys={["g", key]} what={name} />
            ))}
          </dl>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Shortcut({ keys, what }: { keys: string[]; what: string }) {
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <dt className="text-ink-muted">{what}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  );
}
