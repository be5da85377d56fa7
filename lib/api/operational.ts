import type { Hono } from "hono";
import { sql } from "kysely";
import { register } from "prom-client";
import { type AppContext, type AppEnv, answer } from "@/lib/api/envelope";
import { refuseStranger } from "@/lib/api/metrics-access";
import type { ApiServices } from "@/lib/api/services";
import type { Database } from "@/lib/db/client";
import { findAnywhere } from "@/lib/db/placement/find-anywhere";
import { PROBE_HEADER, seesProbe } from "@/lib/db/shared-probe";
import { HookyardError } from "@/lib/kernel/errors";

/** Mounts the paths of operators' tools: liveness, readiness, and the counters. */
export function mountOperational(
  app: Hono<AppEnv>,
  { db, dbs, disks, standing, metrics = {}, log }: ApiServices,
): void {
  app.get("/healthz", (c) => answer(c, { status: 200, message: "Alive", data: null }));

  app.get("/readyz", async (c) => {
    if (standing?.isStopping) throw unready("this copy is stopping");
    try {
      await findAnswering(db, dbs());
    } catch (error) {
      log.warn({ err: error }, "not ready");
      throw unready("the database does not answer");
    }
    if (await isFull(disks, log)) throw unready("the database's disk is full");
    await answerProbe(c, db);
    return answer(c, { status: 200, message: "Ready", data: null });
  });

  // At the host of HOOKYARD_INGEST_URL there is nothing else to ask.
  app.get("/ingest", async (c) => {
    await answerProbe(c, db);
    return c.notFound();
  });

  app.get("/metrics", async (c) => {
    refuseStranger(metrics, {
      authorization: c.req.header("authorization"),
      // The front door sets this header.
      isLocal: c.req.header("x-hookyard-local") === "1",
    });
    const text = await (metrics.read?.() ?? register.metrics());
    return c.body(text, 200, { "content-type": register.contentType });
  });
}

/**
 * One server of a database on several suffices: projects on it are served, whichever other one is away, and a load
 * balancer that took the copy out would keep them from it too. Throws where none answers.
 */
async function findAnswering(whole: Database, shards: readonly Database[]): Promise<void> {
  const asked = shards.length > 1 ? [whole, ...shards] : [whole];
  await findAnywhere(asked, async (one) => (await sql`select 1`.execute(one)).rows[0]);
}

async function answerProbe(c: AppContext, db: ApiServices["db"]): Promise<void> {
  const isSeen = await seesProbe(db, c.req.header(PROBE_HEADER));
  if (isSeen !== null) c.header(PROBE_HEADER, isSeen ? "seen" : "unseen");
}

/** One of several servers suffices, too, if it takes writes. If a probe cannot be made, the copy is not ready this once. */
async function isFull(disks: ApiServices["disks"], log: ApiServices["log"]): Promise<boolean> {
  try {
    return (await disks?.isFull()) ?? false;
  } catch (error) {
    log.warn({ err: error }, "not ready");
    return true;
  }
}

function unready(why: string): HookyardError {
  return new HookyardError("unavailable", `Not ready: ${why}.`, { retryAfter: 2 });
}
