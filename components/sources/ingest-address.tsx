"use client";

import { CopyButton } from "@/components/ui/copy-button";

export function IngestAddress({ url }: { url: string }) {
  return (
    <div className="flex items-center gap-2 rounded border bg-sunken py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 break-all font-mono text-sm">{url}</code>
      <CopyButton value={url} what="ingest URL" label="Copy" />
    </div>
  );
}
