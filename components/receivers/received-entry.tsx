"use client";

import { ChevronRight } from "lucide-react";
import { BodyView } from "@/components/code/body-view";
import { HeadersView } from "@/components/code/headers-view";
import { isUuid } from "@/components/ids/id-text";
import { RelativeTime } from "@/components/time/time";
import { cn } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { formatBytes } from "@/lib/kernel/format-bytes";
import type { ReceivedRequest } from "@/lib/nouns/receivers/schemas";

type ReceivedDetailsProps = { projectID: string; request: ReceivedRequest };
type ReceivedEntryProps = ReceivedDetailsProps & { open: boolean; onToggle: () => void };

/** A request in one line; opened, its body and headers. */
export function ReceivedEntry({ projectID, request, open, onToggle }: ReceivedEntryProps) {
  const { method, url_query_params: query, status, body_bytes, received_at } = request;
  return (
    <li className="rounded border">
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex min-h-9 w-full items-center gap-2 rounded px-2.5 py-1 text-left text-sm hover:bg-hover pointer-coarse:min-h-11"
      >
        <ChevronRight
          aria-hidden
          className={cn("size-4 shrink-0 text-ink-muted transition-transform duration-[120ms]", open && "rotate-90")}
        />
        <span className="shrink-0 font-medium font-mono">{method}</span>
        <span className="min-w-0 truncate font-mono text-ink-muted">{query && `?${query}`}</span>
        <span className={cn("ml-auto shrink-0 font-medium", status < 300 ? "text-success" : "text-failure")}>
          <span className="font-normal text-ink-muted">got </span>
          {status}
        </span>
        <span className="w-20 shrink-0 text-right text-ink-muted max-sm:hidden">{formatBytes(body_bytes)}</span>
        <RelativeTime at={received_at} className="w-20 shrink-0 text-right text-ink-muted" />
      </button>
      {open && <ReceivedDetails projectID={projectID} request={request} />}
    </li>
  );
}

function ReceivedDetails({ projectID, request }: ReceivedDetailsProps) {
  const { headers, body, body_truncated, body_bytes } = request;
  const deliveryID = headers["webhook-id"];
  return (
    <div className="space-y-4 border-t px-2.5 py-3">
      {deliveryID !== undefined && isUuid(deliveryID) && (
        <p className="text-sm">
          <Link
            href={`/projects/${projectID}/deliveries/${deliveryID}`}
            className="underline underline-offset-2 hover:text-ink"
          >
            The delivery that its webhook-id names
          </Link>
        </p>
      )}
      <section aria-label="Body">
        <h3 className="mb-1.5 font-medium text-sm">Body</h3>
        <BodyView
          text={body}
          what="body"
          note={body_truncated ? `the first 64 KiB of ${formatBytes(body_bytes)}` : undefined}
        />
      </section>
      <section aria-label="Headers">
        <h3 className="mb-1.5 font-medium text-sm">Headers</h3>
        <HeadersView headers={headers} what="headers" />
      </section>
    </div>
  );
}
