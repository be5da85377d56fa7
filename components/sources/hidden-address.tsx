import { REDACTED } from "@/lib/kernel/vocabulary";

/** Whether the one who reads is a viewer, who is not shown where a source takes its webhooks. */
export function isAddressHidden({ url }: { url: string }): boolean {
  return url === REDACTED;
}

export function HiddenAddress() {
  return <p className="text-ink-muted text-sm">Only operators and admins see it: whoever knows it can send events.</p>;
}
