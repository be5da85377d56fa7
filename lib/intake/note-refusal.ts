import type { Refusal, RefusalLog } from "@/lib/intake/refusal-log";
import { HookyardError } from "@/lib/kernel/errors";
import { count } from "@/lib/metrics/meter";
import type { FoundSource } from "@/lib/snapshots/snapshot-cache";

/** The parts of a refused request that may be kept. */
export type RefusedRequest = {
  method: string;
  /** The sender's address; `""` if it is not known. */
  address: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

/**
 * Notes why a source refused a request. A fault of ours, such as an unreachable database, is no refusal; a provider's
 * key that cannot be fetched is one.
 */
export function noteRefusal(
  refusals: RefusalLog,
  { snapshot, source }: FoundSource,
  { method, address, headers }: RefusedRequest,
  { error, bodySize }: { error: unknown; bodySize?: number | undefined },
): void {
  if (!(error instanceof HookyardError) || (error.status >= 500 && error.reason === undefined)) return;
  const refusal: Refusal = {
    projectId: snapshot.id,
    sourceId: source.id,
    status: error.status,
    reason: error.message,
    code: error.reason ?? null,
    method,
    address: address.slice(0, 100),
    headerNames: Object.keys(headers).filter((name) => name !== "x-hookyard-address"),
    bodySize: bodySize ?? announcedSize(headers["content-length"]),
  };
  count("hookyard_webhooks_refused_total", { reason: error.reason ?? error.code });
  refusals.note(refusal);
}

function announcedSize(contentLength: string | string[] | undefined): number | null {
  return typeof contentLength === "string" && /^\d{1,15}$/.test(contentLength) ? Number(contentLength) : null;
}
