"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { BodyView } from "@/components/code/body-view";
import { toCurl } from "@/components/code/curl";
import { HeadersView } from "@/components/code/headers-view";
import { toSentBody } from "@/components/deliveries/sent-body";
import { formatDurationMs } from "@/components/time/format-time";
import { RelativeTime } from "@/components/time/time";
import { cn } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import type { Attempt } from "@/lib/nouns/deliveries/schemas";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

type AttemptEntryProps = {
  attempt: Attempt;
  open: boolean;
  payload: Uint8Array | undefined;
  /** The certificates of the endpoint at present. */
  certificates: Endpoint["tls"] | undefined;
};

export function AttemptEntry({ open: first, ...shown }: AttemptEntryProps) {
  const { attempt } = shown;
  const [open, setOpen] = useState(first);
  const isSuccess = attempt.response_status !== null && attempt.response_status >= 200 && attempt.response_status < 300;

  return (
    <li className="relative pl-7">
      <span
        aria-hidden
        className={cn(
          "absolute top-3 left-0.5 size-3 rounded-full border-2 border-canvas",
          isSuccess ? "bg-success" : "bg-failure",
        )}
      />
      <div className="rounded border">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-9 w-full items-center gap-2 rounded px-2.5 py-1 text-left text-sm hover:bg-hover pointer-coarse:min-h-11"
        >
          <ChevronRight
            aria-hidden
            className={cn("size-4 shrink-0 text-ink-muted transition-transform duration-[120ms]", open && "rotate-90")}
          />
          <span className="shrink-0">Attempt {attempt.number}</span>
          <span className={cn("min-w-0 truncate font-medium", isSuccess ? "text-success" : "text-failure")}>
            {attempt.response_status ?? attempt.error ?? "No answer"}
          </span>
          <span className="ml-auto shrink-0 text-ink-muted">{formatDurationMs(attempt.duration_ms)}</span>
          <RelativeTime at={attempt.started_at} className="w-20 shrink-0 text-right text-ink-muted" />
        </button>
        {open && <AttemptDetails {...shown} />}
      </div>
    </li>
  );
}

function AttemptDetails({ attempt, payload, certificates }: Omit<AttemptEntryProps, "open">) {
  const { method, url, request_http_header: requestHeaders, response_http_header: responseHeaders } = attempt;
  const wasAnswered = attempt.response_status !== null;
  return (
    <div className="space-y-4 border-t px-2.5 py-3">
      {attempt.error && <p className="text-sm">{attempt.error}</p>}
      {wasAnswered && (
        <Part name="Answer">
          <BodyView
            text={attempt.response_data}
            what="answer"
            note={attempt.response_truncated ? "cut after 64 KiB" : undefined}
          />
        </Part>
      )}
      {wasAnswered && (
        <Part name="Answer headers">
          <HeadersView headers={responseHeaders} what="answer headers" />
        </Part>
      )}
      <Part
        name="Request"
        action={
          payload !== undefined && (
            <CopyButton
              what="as curl"
              label="Copy as curl"
              value={() => {
                const body = toSentBody(payload, requestHeaders);
                return toCurl({ method, url, headers: requestHeaders, body, certificates });
              }}
            />
          )
        }
      >
        <p className="mb-2 break-all font-mono text-sm">
          {method} {url}
        </p>
        <HeadersView headers={requestHeaders} what="request headers" />
      </Part>
    </div>
  );
}

function Part({ name, action, children }: { name: string; action?: React.ReactNode; children: React.ReactNode }) {
  return (
    <section aria-label={name}>
      <div className="mb-1.5 flex min-h-7 items-center justify-between">
        <h3 className="font-medium text-sm">{name}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}
