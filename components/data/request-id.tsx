import { CopyButton } from "@/components/ui/copy-button";

/** The id under which the server's log has the request. */
export function RequestID({ id }: { id: string }) {
  return (
    <p className="flex min-w-0 items-center gap-1 text-ink-muted text-sm">
      Request <span className="break-all font-mono">{id}</span>
      <CopyButton value={id} what="request id" className="size-6" />
    </p>
  );
}
