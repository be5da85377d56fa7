"use client";

import { Mark } from "@/components/layout/mark";
import type { Section } from "@/components/layout/sections";
import { ShortcutsDialog } from "@/components/layout/shortcuts-dialog";
import { SectionLinks } from "@/components/layout/side-navigation";
import { Dialog, DrawerContent } from "@/components/ui/dialog";

type FrameDialogsProps = {
  projectID: string;
  sections: readonly Section[];
  open: "keys" | "navigation" | null;
  onClose: () => void;
};

/** What lies over a page of a project: the list of shortcuts, and the navigation on the phone. */
export function FrameDialogs({ projectID, sections, open, onClose }: FrameDialogsProps) {
  const close = (stays: boolean) => !stays && onClose();
  return (
    <>
      <ShortcutsDialog sections={sections} open={open === "keys"} onOpenChange={close} />
      <Dialog open={open === "navigation"} onOpenChange={close}>
        <DrawerContent title="Navigation">
          <div className="flex h-12 items-center gap-2.5 px-4 font-medium">
            <Mark />
            Hookyard
          </div>
          <SectionLinks projectID={projectID} inDrawer onGo={onClose} />
        </DrawerContent>
      </Dialog>
    </>
  );
}
