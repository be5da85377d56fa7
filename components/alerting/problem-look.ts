import { CircleCheck, CircleX, Clock, TriangleAlert } from "lucide-react";
import type { StatusLook } from "@/components/status/status-words";
import type { NotificationStatus, ProblemLevel } from "@/lib/kernel/vocabulary";

export const PROBLEM_LOOK: Record<ProblemLevel, StatusLook> = {
  critical: { word: "Critical", tone: "failure", icon: CircleX, meaning: "Something does not work." },
  warning: { word: "Warning", tone: "retry", icon: TriangleAlert, meaning: "Something is not well." },
};

export const NOTIFICATION_LOOK: Record<NotificationStatus, StatusLook> = {
  waiting: { word: "Waiting", tone: "scheduled", icon: Clock, meaning: "Is sent next, or again after a failure." },
  sent: { word: "Sent", tone: "success", icon: CircleCheck, meaning: "It was taken." },
  failed: { word: "Failed", tone: "failure", icon: CircleX, meaning: "Was tried for seven hours and not taken." },
};
