import { CircleCheck, Eye, Flame } from "lucide-react";
import type { StatusLook } from "@/components/status/status-words";
import type { IncidentStatus } from "@/lib/kernel/vocabulary";

export const INCIDENT_LOOK: Record<IncidentStatus, StatusLook> = {
  open: { word: "Open", tone: "failure", icon: Flame, meaning: "It goes on, and nobody has acknowledged it." },
  acknowledged: { word: "Acknowledged", tone: "retry", icon: Eye, meaning: "It goes on, and somebody looks after it." },
  recovered: { word: "Recovered", tone: "success", icon: CircleCheck, meaning: "It is over." },
};
