import { createHash, timingSafeEqual } from "node:crypto";
import { HookyardError } from "@/lib/kernel/errors";

/**
 * `hasOwnPort`: the counters are served on a port of their own, and nowhere else. `read`: returns them if they are not
 * of this process alone.
 */
export type MetricsAccess = { token?: string | undefined; hasOwnPort?: boolean; read?: () => Promise<string> };

type Asker = { authorization: string | undefined; isLocal: boolean };

/**
 * Counters reveal much of an installation: they are for callers with the token, or without one for this machine alone.
 */
export function refuseStranger({ token, hasOwnPort = false }: MetricsAccess, asker: Asker): void {
  if (hasOwnPort) throw new HookyardError("not_found", "The metrics are at a port of their own.");
  if (token !== undefined) refuseWithoutToken(token, asker.authorization);
  if (token !== undefined || asker.isLocal) return;
  const message = "Set HOOKYARD_METRICS_TOKEN or HOOKYARD_METRICS_PORT to read the metrics from elsewhere.";
  throw new HookyardError("not_found", message);
}

export function refuseWithoutToken(token: string, authorization: string | undefined): void {
  const given = authorization?.replace(/^Bearer +/i, "") ?? "";
  if (timingSafeEqual(digest(given), digest(token))) return;
  throw new HookyardError("unauthorized", "Send the token of HOOKYARD_METRICS_TOKEN: Authorization: Bearer <token>.");
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
