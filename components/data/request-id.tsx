"use client";

import { useLate } from "@/components/late/use-late";

const loadCopyID = () => import("@/components/ids/copy-id");

/** The id under which the server's log has the request. */
export function RequestID({ id }: { id: string }) {
  const late = useLate(loadCopyID, true);
  return (
    <p className="flex min-w-0 items-center gap-1 text-ink-muted text-sm">
      Request <span className="break-all font-mono">{id}</span>
      {late ? <late.CopyID id={id} what="request id" /> : <span className="size-6 shrink-0 pointer-coarse:size-10" />}
    </p>
  );
}
