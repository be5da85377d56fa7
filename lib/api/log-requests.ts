import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { AppContext, AppEnv } from "@/lib/api/envelope";
import type { Logger } from "@/lib/kernel/log";
import { traceIdsOf } from "@/lib/tracing/tracing";

/** The loggable part of a request's address: the route, and the ids in it. Other parts may be credentials. */
export function describeAddress(c: AppContext): Record<string, string> {
  const route = matchedRoutes(c).find(({ path }) => !path.endsWith("*"))?.path;
  if (route === undefined) return { route: "none" };
  const given = c.req.path.split("/");
  const ids = route.split("/").flatMap((part, place): [string, string][] => {
    const name = /^:(\w+)ID$/.exec(part)?.[1];
    return name === undefined ? [] : [[name, given[place] ?? ""]];
  });
  return { route, ...Object.fromEntries(ids) };
}

/** Logs a line for each request; mounted only at level `debug`. */
export function logRequests(log: Logger): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    await next();
    const duration_ms = Math.round(performance.now() - startedAt);
    const { method } = c.req;
    const event = c.get("eventId");
    const made = event === undefined ? {} : { event };
    const ids = { request_id: c.get("requestId"), method, ...describeAddress(c), ...made };
    log.debug({ ...ids, status: c.res.status, duration_ms, ...traceIdsOf(c.get("trace")) }, "a request was answered");
  };
}
