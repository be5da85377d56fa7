import type { Hono } from "hono";
import { sql } from "kysely";
import { register } from "prom-client";
import { type AppEnv, answer } from "@/lib/api/envelope";
import type { ApiServices } from "@/lib/api/services";
import { HookyardError } from "@/lib/errors";

/** What an operator's tools ask: alive, ready for requests, and the counters. */
export function mountOperational(app: Hono<AppEnv>, { db, readiness, log }: ApiServices): void {
  app.get("/healthz", (c) => answer(c, { status: 200, message: "Alive", data: null }));

  app.get("/readyz", async (c) => {
    try {
      await sql`select 1`.execute(db);
      if (readiness && !(await readiness())) throw new Error("This copy does not take requests at the moment.");
    } catch (error) {
      log.warn({ err: error }, "not ready");
      throw new HookyardError("unavailable", "Not ready: the database does not answer.", { retryAfter: 2 });
    }
    return answer(c, { status: 200, message: "Ready", data: null });
  });

  app.get("/metrics", async (c) => c.body(await register.metrics(), 200, { "content-type": register.contentType }));
}
