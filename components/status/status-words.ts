import {
  Ban,
  CalendarClock,
  CircleCheck,
  CirclePause,
  CircleX,
  Hourglass,
  Inbox,
  Link2,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  PowerOff,
  RotateCw,
  TriangleAlert,
  Unlink2,
} from "lucide-react";
import type {
  DeliveryStatus,
  DeviceStatus,
  EndpointStatus,
  EventStatus,
  HealthLevel,
  SourceState,
} from "@/lib/kernel/vocabulary";

export type Tone = "success" | "failure" | "retry" | "held" | "scheduled" | "processing" | "discarded";

export type StatusLook = { word: string; tone: Tone; icon: LucideIcon; meaning: string };

/**
 * The appearance of every status, the same everywhere: an icon, a word and a colour, so that colour is never the only
 * sign.
 */
export const DELIVERY_LOOK: Record<DeliveryStatus, StatusLook> = {
  Success: { word: "Success", tone: "success", icon: CircleCheck, meaning: "The endpoint answered 2xx." },
  Failure: {
    word: "Failure",
    tone: "failure",
    icon: CircleX,
    meaning: "All attempts failed. Resend it when the endpoint is mended.",
  },
  Retry: { word: "Retry", tone: "retry", icon: RotateCw, meaning: "The last attempt failed; another will follow." },
  Scheduled: { word: "Scheduled", tone: "scheduled", icon: CalendarClock, meaning: "Waits for its turn." },
  Processing: { word: "Processing", tone: "processing", icon: LoaderCircle, meaning: "Is being sent now." },
  Discarded: { word: "Discarded", tone: "discarded", icon: Ban, meaning: "Was not sent. It can be resent." },
};

/** A delivery that waits because something is broken or paused, whatever the API calls its status. */
export const HELD_LOOK: StatusLook = {
  word: "Held",
  tone: "held",
  icon: CirclePause,
  meaning: "Waits because its endpoint is paused or its circuit breaker is open. No attempt is used up.",
};

export const EVENT_LOOK: Record<EventStatus, StatusLook> = {
  Pending: { word: "Pending", tone: "scheduled", icon: Inbox, meaning: "Stored, not routed yet." },
  Processing: { word: "Processing", tone: "processing", icon: LoaderCircle, meaning: "Is being routed now." },
  Success: { word: "Success", tone: "success", icon: CircleCheck, meaning: "Routed to at least one endpoint." },
  Discarded: { word: "Discarded", tone: "discarded", icon: Ban, meaning: "A duplicate, or no subscription takes it." },
  Failure: { word: "Failure", tone: "failure", icon: CircleX, meaning: "Could not be routed." },
};

export const ENDPOINT_LOOK: Record<EndpointStatus, StatusLook> = {
  active: { word: "Active", tone: "success", icon: CircleCheck, meaning: "Receives deliveries." },
  paused: { word: "Paused", tone: "scheduled", icon: CirclePause, meaning: "Deliveries wait until it is resumed." },
  pending: {
    word: "Pending",
    tone: "retry",
    icon: Hourglass,
    meaning: "Its circuit breaker is open: deliveries are held until a probe succeeds.",
  },
  inactive: { word: "Inactive", tone: "discarded", icon: PowerOff, meaning: "New deliveries are discarded." },
};

export const SOURCE_LOOK: Record<"enabled" | "disabled", StatusLook> = {
  enabled: { word: "Enabled", tone: "success", icon: CircleCheck, meaning: "Takes events." },
  disabled: { word: "Disabled", tone: "discarded", icon: PowerOff, meaning: "Refuses events with 403." },
};

export const SOURCE_STATE_LOOK: Record<SourceState, StatusLook> = {
  listening: { word: "Listening", tone: "success", icon: CircleCheck, meaning: "Its sender may post at any time." },
  connected: { word: "Connected", tone: "success", icon: CircleCheck, meaning: "Reads what comes in." },
  connecting: { word: "Connecting", tone: "processing", icon: LoaderCircle, meaning: "Is being connected." },
  retrying: {
    word: "Retrying",
    tone: "failure",
    icon: RotateCw,
    meaning: "The last connection failed; the next is due.",
  },
  parked: {
    word: "Parked",
    tone: "failure",
    icon: CircleX,
    meaning: "Its reader broke down again and again. Its next attempt is an hour later, or when its settings change.",
  },
  waiting: {
    word: "Waiting",
    tone: "scheduled",
    icon: CalendarClock,
    meaning: "No copy of the program has taken it yet.",
  },
  disabled: { word: "Disabled", tone: "discarded", icon: PowerOff, meaning: "Takes no events." },
};

export const DEVICE_LOOK: Record<DeviceStatus, StatusLook> = {
  online: { word: "Online", tone: "success", icon: Link2, meaning: "Takes deliveries now." },
  offline: { word: "Offline", tone: "retry", icon: Unlink2, meaning: "Its deliveries wait until it is back." },
  disabled: { word: "Disabled", tone: "discarded", icon: PowerOff, meaning: "New deliveries are discarded." },
};

export const ACCOUNT_LOOK: Record<"active" | "suspended", StatusLook> = {
  active: { word: "Active", tone: "success", icon: CircleCheck, meaning: "May sign in." },
  suspended: { word: "Suspended", tone: "discarded", icon: Ban, meaning: "Cannot sign in; the keys are revoked." },
};

export const API_KEY_LOOK: Record<"active" | "expired" | "revoked", StatusLook> = {
  active: { word: "Active", tone: "success", icon: CircleCheck, meaning: "Can be used." },
  expired: { word: "Expired", tone: "discarded", icon: Hourglass, meaning: "Its time is over." },
  revoked: { word: "Revoked", tone: "discarded", icon: Ban, meaning: "Was ended by hand." },
};

export const HEALTH_LOOK: Record<HealthLevel, StatusLook> = {
  healthy: { word: "Healthy", tone: "success", icon: CircleCheck, meaning: "Nothing is wrong." },
  warning: {
    word: "Needs attention",
    tone: "retry",
    icon: TriangleAlert,
    meaning: "It works; something is not right.",
  },
  critical: { word: "In trouble", tone: "failure", icon: OctagonX, meaning: "Something needs you now." },
};
