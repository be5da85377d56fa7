import { type Holdable, isHeld } from "@/components/status/held";
import {
  DELIVERY_LOOK,
  ENDPOINT_LOOK,
  EVENT_LOOK,
  HELD_LOOK,
  type StatusLook,
  type Tone,
} from "@/components/status/status-words";
import { cn } from "@/components/ui/class-names";
import type { DeliveryStatus, EndpointStatus, EventStatus } from "@/lib/kernel/vocabulary";

export const TONE_TEXT: Record<Tone, string> = {
  success: "text-success",
  failure: "text-failure",
  retry: "text-retry",
  held: "text-held",
  scheduled: "text-scheduled",
  processing: "text-processing",
  discarded: "text-discarded",
};

const SOFT: Record<Tone, string> = {
  success: "bg-success-soft",
  failure: "bg-failure-soft",
  retry: "bg-retry-soft",
  held: "bg-held-soft",
  scheduled: "bg-scheduled-soft",
  processing: "bg-processing-soft",
  discarded: "bg-discarded-soft",
};

type BadgeProps<S> = { status: S; filled?: boolean; className?: string };

export function DeliveryStatusBadge({ status, ...props }: BadgeProps<DeliveryStatus>) {
  return <StatusMark look={DELIVERY_LOOK[status]} {...props} />;
}

type DeliveryBadgeProps = Omit<BadgeProps<never>, "status"> & { delivery: Holdable };

/** The status of a delivery, or that it is held. */
export function DeliveryBadge({ delivery, ...props }: DeliveryBadgeProps) {
  return <StatusMark look={isHeld(delivery) ? HELD_LOOK : DELIVERY_LOOK[delivery.status]} {...props} />;
}

export function EventStatusBadge({ status, ...props }: BadgeProps<EventStatus>) {
  return <StatusMark look={EVENT_LOOK[status]} {...props} />;
}

export function EndpointStatusBadge({ status, ...props }: BadgeProps<EndpointStatus>) {
  return <StatusMark look={ENDPOINT_LOOK[status]} {...props} />;
}

type StatusMarkProps = { look: StatusLook; filled?: boolean; className?: string };

export function StatusMark({ look, filled, className }: StatusMarkProps) {
  const Icon = look.icon;
  return (
    <span
      title={look.meaning}
      className={cn(
        "inline-flex items-center gap-1.5 whitespace-nowrap align-middle font-medium text-sm",
        TONE_TEXT[look.tone],
        filled && cn("h-6 rounded px-2", SOFT[look.tone]),
        className,
      )}
    >
      <Icon aria-hidden className={cn("size-3.5", look.tone === "processing" && "animate-spin")} strokeWidth={2.25} />
      {look.word}
    </span>
  );
}
