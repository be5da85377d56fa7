import { formatDurationMs } from "@/components/time/format-time";

/** "Delivered in 41 ms": from the acceptance of the event to the answer of the endpoint. */
export function deliveredIn({ latency_seconds }: { latency_seconds: number }): string {
  return `Delivered in ${formatDurationMs(latency_seconds * 1_000)}`;
}
