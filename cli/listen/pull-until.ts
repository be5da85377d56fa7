import { setTimeout as pause } from "node:timers/promises";
import { forward } from "@/cli/listen/forward";
import type { Session } from "@/cli/listen/open-session";
import { ApiError, unwrap } from "@/lib/api/client";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { createSender } from "@/lib/egress/send";
import type { PulledDelivery } from "@/lib/nouns/devices/schemas";

/** Concurrent requests to the local address. */
const MAX_UNDERWAY = 10;
const MAX_PAUSE_MS = 10_000;

type Print = (line: string) => void;

/**
 * Pulls and forwards until the signal, then finishes requests in flight. Recovers by itself while Hookyard is
 * unreachable; a permanent error (the key was revoked, the device deleted) ends it.
 */
export async function pullUntil(session: Session, forwardTo: string, print: Print, stop: AbortSignal): Promise<void> {
  // The address is the developer's own choice, on their own machine.
  const sender = createSender({ guard: createAddressGuard("0.0.0.0/0, ::/0") });
  const underway = new Set<Promise<void>>();
  let failure: unknown = null;
  const failed = new AbortController();
  const end = AbortSignal.any([stop, failed.signal]);
  let pauseMs = 0;
  try {
    while (!end.aborted) {
      if (underway.size >= MAX_UNDERWAY) {
        await Promise.race(underway);
        continue;
      }
      try {
        const pulled = await pull(session, MAX_UNDERWAY - underway.size, end);
        if (pauseMs > 0) print("Connected again.");
        pauseMs = 0;
        for (const delivery of pulled) {
          const running = forward({ session, sender, print }, delivery, forwardTo)
            .catch((error) => {
              failure ??= error;
              failed.abort();
            })
            .finally(() => underway.delete(running));
          underway.add(running);
        }
      } catch (error) {
        if (end.aborted) break;
        if (!isPassing(error)) throw error;
        if (pauseMs === 0) print(`${(error as Error).message} Trying again.`);
        pauseMs = Math.min(MAX_PAUSE_MS, Math.max(500, pauseMs * 2));
        await pause(pauseMs, undefined, { signal: end }).catch(() => {});
      }
    }
  } finally {
    await Promise.all(underway);
    await sender.close();
  }
  if (failure !== null) throw failure;
}

function pull({ client, project, device }: Session, limit: number, signal: AbortSignal): Promise<PulledDelivery[]> {
  return unwrap(
    client.POST("/v1/projects/{projectID}/devices/{deviceID}/pull", {
      params: { path: { projectID: project.uid, deviceID: device.uid } },
      body: { limit },
      signal,
    }),
  );
}

/** Unreachable, too busy, or disabled for now. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.status === 0 || error.status === 409 || error.status === 429 || error.status >= 500)
  );
}
