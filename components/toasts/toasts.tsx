"use client";

import { useSyncExternalStore } from "react";
import { useLate } from "@/components/late/use-late";
import { isAnyWaiting, subscribeToWaiting } from "@/components/toasts/toast";

const loadToaster = () => import("@/components/toasts/toaster");

/** The corner of the messages. It is there before the first of them, so that screen readers announce that one too. */
export function Toasts() {
  const isWanted = useSyncExternalStore(subscribeToWaiting, isAnyWaiting, () => false);
  const late = useLate(loadToaster, isWanted);
  return late && <late.Toaster />;
}
