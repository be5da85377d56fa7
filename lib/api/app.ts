import { Hono } from "hono";
import { compress } from "hono/compress";
import { isIngest } from "@/lib/api/answer-headers";
import { addressOf, mountRoutes } from "@/lib/api/border";
import { buildOpenApi } from "@/lib/api/document/openapi";
import { type AppEnv, answerError, setStandingHeaders } from "@/lib/api/envelope";
import { RequestLimits } from "@/lib/api/limits/request-limits";
import { describeAddress, logRequests } from "@/lib/api/log-requests";
import { countRequest, declareMetrics } from "@/lib/api/metrics";
import { mountOperational } from "@/lib/api/operational";
import { mountCatalogue } from "@/lib/api/routes/catalogue";
import { mountIngest } from "@/lib/api/routes/ingest";
import { mountReceive } from "@/lib/api/routes/receive";
import { ROUTES } from "@/lib/api/routes/registry";
import { mountStream } from "@/lib/api/routes/stream";
import type { ApiBridges, ApiServices } from "@/lib/api/services";
import { traceRequest } from "@/lib/api/trace-request";
import { createUnservedLog } from "@/lib/api/unserved-log";
import { HookyardError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { count } from "@/lib/metrics/meter";
import { traceIdsOf } from "@/lib/tracing/tracing";
import { toHookyardError } from "@/lib/wire/to-hookyard-error";

const SANE_REQUEST_ID = /^[\w.:-]{8,128}$/;

/** For callers that accept it. Rows of a list repeat what they refer to: a page of them shrinks to a tenth or less. */
const compressed = compress({ encoding: "gzip" });

/**
 * The HTTP interface of the program: /v1, /ingest, /receive, /catalogue, and the operators' paths. Every answer carries `X-Request-ID`, the
 * caller's own if it is valid, and every answer except an ingested event's and a catalogue's has the envelope.
 */
export function createApp(services: ApiServices, bridges: ApiBridges): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const logUnserved = createUnservedLog(services.log);
  declareMetrics();

  app.use(async (c, next) => {
    const given = c.req.header("x-request-id");
    const requestId = given && SANE_REQUEST_ID.test(given) ? given : newId();
    c.set("requestId", requestId);
    // Senders are many, so the answers to them are written directly.
    if (!isIngest(c.req.path)) setStandingHeaders(c);
    const startedAt = performance.now();
    await traceRequest(c, next);
    // Only what was read: an answer that shows a new secret never depends on what its caller sent beside it.
    if (c.get("isLong") && c.req.method === "GET") await compressed(c, async () => {});
    const { path, method } = c.req;
    countRequest({ path, method, status: c.res.status }, (performance.now() - startedAt) / 1_000);
  });

  if (services.log.isLevelEnabled("debug")) app.use(logRequests(services.log));
  mountOperational(app, services);
  mountIngest(app, services);
  // Made when it is first asked for: that takes half a second, which no start has to wait for.
  let document: string | undefined;
  const limits = new RequestLimits(services.rates ?? { perKey: 0, perAddress: 0 });
  app.get("/v1/openapi.json", (c) => {
    limits.countGuess(c, addressOf(c));
    c.set("isLong", true);
    document ??= JSON.stringify(buildOpenApi(ROUTES, services));
    return c.body(document, 200, { "content-type": "application/json" });
  });
  mountReceive(app, services, limits);
  mountCatalogue(app, services, limits);
  mountStream(app, { services, bridges, limits });
  mountRoutes(app, ROUTES, { services, bridges, limits });

  app.notFound((c) => answerError(c, new HookyardError("not_found", "There is nothing at this address.")));
  app.onError((error, c) => {
    const told = toHookyardError(error);
    count("hookyard_http_errors_total", { code: told.code });
    const ids = { request_id: c.get("requestId"), ...traceIdsOf(c.get("trace")) };
    const entry = { err: error, ...ids, method: c.req.method, ...describeAddress(c) };
    if (told.code === "internal") services.log.error(entry, "request failed");
    else if (told.code === "unavailable" && !services.standing?.isStopping) logUnserved(entry);
    return answerError(c, told);
  });
  return app;
}
