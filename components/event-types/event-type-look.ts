import { Archive, CircleCheck } from "lucide-react";
import type { StatusLook } from "@/components/status/status-words";

export const EVENT_TYPE_LOOK: Record<"current" | "deprecated", StatusLook> = {
  current: { word: "Current", tone: "success", icon: CircleCheck, meaning: "To be used." },
  deprecated: {
    word: "Deprecated",
    tone: "discarded",
    icon: Archive,
    meaning: "Not to be used any more; its events are still taken.",
  },
};
