import { CircleCheck, HardDrive, Unlink2 } from "lucide-react";
import type { StatusLook } from "@/components/status/status-words";
import type { CopyState, ServerState } from "@/lib/kernel/vocabulary";

// Apart from the other words of states, which every page loads.

export const COPY_LOOK: Record<CopyState, StatusLook> = {
  running: { word: "Running", tone: "success", icon: CircleCheck, meaning: "Says every few seconds that it runs." },
  silent: { word: "Silent", tone: "retry", icon: Unlink2, meaning: "Has ended, hangs or cannot reach the database." },
};

export const SERVER_LOOK: Record<ServerState, StatusLook> = {
  running: { word: "Running", tone: "success", icon: CircleCheck, meaning: "Answers." },
  full: {
    word: "Disk full",
    tone: "failure",
    icon: HardDrive,
    meaning: "Takes no writes until there is room on its disk; its projects stand still.",
  },
  away: { word: "Away", tone: "failure", icon: Unlink2, meaning: "Does not answer; its projects stand still." },
};
