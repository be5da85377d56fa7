import {
  Ban,
  CircleCheck,
  CirclePause,
  ClipboardCheck,
  Hourglass,
  LoaderCircle,
  RotateCw,
  SkipForward,
} from "lucide-react";
import type { StatusLook } from "@/components/status/status-words";
import type { ReplayItemStatus, ReplayStatus } from "@/lib/kernel/vocabulary";

export const REPLAY_LOOK: Record<ReplayStatus, StatusLook> = {
  Preparing: { word: "Preparing", tone: "processing", icon: LoaderCircle, meaning: "Its deliveries are being frozen." },
  Ready: {
    word: "Ready",
    tone: "scheduled",
    icon: ClipboardCheck,
    meaning: "Frozen; nothing is resent before you run it.",
  },
  Running: { word: "Running", tone: "processing", icon: LoaderCircle, meaning: "Resends its deliveries at its rate." },
  Paused: { word: "Paused", tone: "scheduled", icon: CirclePause, meaning: "What is left waits until it is resumed." },
  Completed: { word: "Completed", tone: "success", icon: CircleCheck, meaning: "Each delivery was resent or skipped." },
  Cancelled: { word: "Cancelled", tone: "discarded", icon: Ban, meaning: "Ended by hand; what was resent stays so." },
};

export const REPLAY_ITEM_LOOK: Record<ReplayItemStatus, StatusLook> = {
  Waiting: { word: "Waiting", tone: "scheduled", icon: Hourglass, meaning: "Still to come." },
  Resent: { word: "Resent", tone: "success", icon: RotateCw, meaning: "Was made due again." },
  Skipped: { word: "Skipped", tone: "discarded", icon: SkipForward, meaning: "Was not resent." },
};

/** Whether it changes by itself. */
export function isReplayMoving({ status }: { status: ReplayStatus }): boolean {
  return status === "Preparing" || status === "Running";
}
