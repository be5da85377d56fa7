"use client";

import { useSyncExternalStore } from "react";
import { isAnyPartLost, subscribeToLostParts } from "@/components/late/lost-parts";

/**
 * Said while a part of the page does not come, as after an upgrade: a server has the parts of its own pages only. It covers
 * the top bar, since the bar that saves a form is at the bottom.
 */
export function LostPartsNote() {
  if (!useSyncExternalStore(subscribeToLostParts, isAnyPartLost, () => false)) return null;
  return (
    <p role="alert" className="fixed inset-x-0 top-0 z-50 border-b bg-canvas px-4 py-3 text-center text-sm">
      Part of this page does not load. Hookyard may have been upgraded since you opened it.{" "}
      <button type="button" className="font-medium underline" onClick={() => window.location.reload()}>
        Reload
      </button>
    </p>
  );
}
