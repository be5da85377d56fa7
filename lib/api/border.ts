import type { Hono } from "hono";
import { authenticate, checkPathIds, openContext, openProject } from "@/lib/api/auth";
import { type AppContext, type AppEnv, answer } from "@/lib/api/envelope";
import { readJson } from "@/lib/api/read-json";
import { pathNames, type Route } from "@/lib/api/route";
import type { ApiBridges, ApiServices } from "@/lib/api/services";
import { HookyardError, invalidFields } from "@/lib/errors";
import { findUnstorable, toFieldErrors } from "@/lib/field-errors";
import { collectQuery } from "@/lib/list-query";

/**
 * Puts routes on the app. Behind this border the caller is known, their right is checked and every input has its
 * type; what is wrong is told in this order: who, may they, is it there, can it be read, are the fields right.
 */
export function mountRoutes(
  app: Hono<AppEnv>,
  routes: readonly Route[],
  { services, bridges }: { services: ApiServices; bridges: ApiBridges },
): void {
  for (const route of routes) {
    const names = pathNames(route.path);
    app.on(route.method.toUpperCase(), toHonoPath(route.path), (c) => {
      const params = Object.fromEntries(names.map((name) => [name, (c.req.param(name) ?? "").toLowerCase()]));
      return pass(c, route, { services, bridges, params });
    });
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map((route) => route.method.toUpperCase());
    const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].join(", ");
    app.all(toHonoPath(path), (c) => {
      c.header("allow", allowed);
      throw new HookyardError("method_not_allowed", `Here you can use ${allowed}.`);
    });
  }
}

async function pass(
  c: AppContext,
  route: Route,
  { services, bridges, params }: { services: ApiServices; bridges: ApiBridges; params: Record<string, string> },
): Promise<Response> {
  const credentials = { method: c.req.method, header: (name: string) => c.req.header(name) };
  const actor = await authenticate(services, bridges, credentials);
  const { permission } = route;
  const { projectID, ...inside } = params;
  const ctx =
    projectID === undefined
      ? openContext(services, actor, permission)
      : await openProject(services, actor, { projectId: projectID, permission });
  checkPathIds(inside);
  const query = route.query && parse(route.query, collectQuery(searchOf(c), Object.keys(route.query.shape)));
  const body = route.body && (await readBody(c, route, route.body));
  const data = await route.handle({ ctx, params, query, body, services });
  return answer(c, { status: route.status ?? 200, message: route.message, data });
}

async function readBody(c: AppContext, route: Route, schema: NonNullable<Route["body"]>): Promise<unknown> {
  const json = await readJson(c);
  const unstorable = findUnstorable(json, route.opaque);
  if (unstorable.length > 0) throw invalidFields(unstorable);
  return parse(schema, json);
}

function parse(schema: NonNullable<Route["body"]>, given: unknown): unknown {
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidFields(toFieldErrors(parsed.error.issues));
}

function searchOf(c: AppContext): URLSearchParams {
  const { url } = c.req;
  const start = url.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : url.slice(start + 1).replace(/#.*$/, ""));
}

function toHonoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}
