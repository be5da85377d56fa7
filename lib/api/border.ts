import type { Hono } from "hono";
import { auditRequest } from "@/lib/api/audit-request";
import { authenticate, type Credentials, checkPathIds, openContext, openProject, showsKnownKey } from "@/lib/api/auth";
import { type AppContext, type AppEnv, answer, answerText, toAnswerText } from "@/lib/api/envelope";
import { IDEMPOTENCY_HEADER, runOnce } from "@/lib/api/idempotency";
import type { RequestLimits } from "@/lib/api/limits/request-limits";
import { MAX_BODY_BYTES, readJson } from "@/lib/api/read-json";
import { isRefusedInArchive, pathNames, type Route } from "@/lib/api/route";
import type { ApiBridges, ApiServices } from "@/lib/api/services";
import { tellUnknownParameters } from "@/lib/api/unknown-parameters";
import type { Actor, Context, ProjectContext } from "@/lib/db/context";
import type { BodyShare } from "@/lib/kernel/body-budget";
import { archived, HookyardError, invalidFields } from "@/lib/kernel/errors";
import { collectQuery } from "@/lib/wire/collect-query";
import { findUnstorable, toFieldErrors } from "@/lib/wire/field-errors";
import { maskForViewers } from "@/lib/wire/mask-for-viewers";
import { UNKNOWN_PARAMETERS_HEADER } from "@/lib/wire/parameter-names";
import { keepPayloads } from "@/lib/wire/raw-json";

/** What requests are served with. */
export type Mounting = { services: ApiServices; bridges: ApiBridges; limits: RequestLimits };

/**
 * Mounts routes on the app. Behind this border the caller is known, their permission is checked and every input is
 * typed. Errors are reported in this order: authentication, permission, existence, parsing, fields.
 */
export function mountRoutes(
  app: Hono<AppEnv>,
  routes: readonly Route[],
  { services, bridges, limits }: Mounting,
): void {
  for (const route of routes) {
    const names = pathNames(route.path);
    app.on(route.method.toUpperCase(), toHonoPath(route.path), async (c) => {
      const params = Object.fromEntries(names.map((name) => [name, (c.req.param(name) ?? "").toLowerCase()]));
      const unknown = tellUnknownParameters(searchOf(c), Object.keys(route.query?.shape ?? {}));
      if (unknown !== null) c.header(UNKNOWN_PARAMETERS_HEADER, unknown);
      const share = route.body && services.bodies?.open(addressOf(c));
      try {
        return await pass(c, route, { services, bridges, limits, params, share });
      } finally {
        share?.close();
      }
    });
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map((route) => route.method.toUpperCase());
    mountRefusals(app, path, { methods: [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])], limits });
  }
  app.all("/v1/*", (c) => {
    limits.countGuess(c, addressOf(c));
    throw new HookyardError("not_found", "There is nothing at this address.");
  });
}

/** Refuses every other method of a path. */
export function mountRefusals(
  app: Hono<AppEnv>,
  path: string,
  { methods, limits }: Pick<Mounting, "limits"> & { methods: readonly string[] },
): void {
  const allowed = methods.join(", ");
  app.all(toHonoPath(path), (c) => {
    limits.countGuess(c, addressOf(c));
    c.header("allow", allowed);
    throw new HookyardError("method_not_allowed", `Here you can use ${allowed}.`);
  });
}

type Passage = Mounting & {
  params: Record<string, string>;
  /** The body's share of the memory for bodies. */
  share: BodyShare | undefined;
};

async function pass(c: AppContext, route: Route, passage: Passage): Promise<Response> {
  const { services, bridges, params, share } = passage;
  const actor = await admit(c, route, passage);
  const { projectID, ...inside } = params;
  const request = { id: c.get("requestId"), address: addressOf(c), trace: c.get("trace"), isAudited: false };
  const ctx = { ...(await open(services, actor, route, projectID)), request };
  checkPathIds(inside);
  const query = route.query && parse(route.query, collectQuery(searchOf(c), Object.keys(route.query.shape)));
  const limit = route.takesPayloads && projectID ? await payloadLimit(services, projectID) : MAX_BODY_BYTES;
  const body = await readBody(c, route, { limit, share });
  const { message, status = 200 } = route;
  const handle = async () => {
    const data = await route.handle({
      ctx,
      params,
      query,
      body: body?.parsed,
      services,
      signal: () => c.req.raw.signal,
    });
    if (route.renewsSession && actor.kind === "user" && actor.sessionId && bridges.renewSession) {
      c.header("set-cookie", await bridges.renewSession(actor.sessionId));
    }
    await auditRequest(ctx, route, params, data);
    if (route.takesPayloads === "data") c.set("eventId", (data as { uid: string }).uid);
    return "projectId" in ctx && ctx.role === "viewer" ? maskForViewers(data) : data;
  };

  const key = route.method === "post" ? c.req.header(IDEMPOTENCY_HEADER) : undefined;
  if (key === undefined) return answer(c, { status, message, data: await handle() });
  const repeatable = { actor, route: route.id, key, url: c.req.url, body: body?.bytes ?? Buffer.alloc(0) };
  const { text, isReplayed } = await runOnce(services, repeatable, async () =>
    toAnswerText({ message, data: await handle() }),
  );
  if (isReplayed) c.header("idempotency-replayed", "true");
  return answerText(c, status, text);
}

async function open(
  services: ApiServices,
  actor: Actor,
  route: Route,
  projectId: string | undefined,
): Promise<Context | ProjectContext> {
  const { permission } = route;
  if (projectId === undefined) return openContext(services, actor, permission);
  const ctx = await openProject(services, actor, { projectId, permission });
  if (isRefusedInArchive(route) && (await isArchived(services, projectId))) throw archived();
  return ctx;
}

async function isArchived({ snapshots, dbOf }: ApiServices, projectId: string): Promise<boolean> {
  const known = snapshots.peek(projectId);
  if (known) return known.isArchived;
  const found = dbOf(projectId).selectFrom("projects").select("archived_at").where("id", "=", projectId);
  const row = await found.executeTakeFirst();
  return row !== undefined && row.archived_at !== null;
}

/**
 * Identifies the caller within the rate limits. A neighbour who guesses keys does not lock out callers with a known
 * key.
 */
export async function admit(
  c: AppContext,
  { permission }: Pick<Route, "permission">,
  { services, bridges, limits }: Mounting,
): Promise<Actor> {
  const credentials = identify(c);
  const address = addressOf(c);
  if (permission === "public") {
    limits.countGuess(c, address);
    return { kind: "anonymous" };
  }
  if (!showsKnownKey(credentials)) limits.refuseGuesser(c, address);
  let actor: Actor;
  try {
    actor = await authenticate(services, bridges, credentials);
  } catch (error) {
    if (error instanceof HookyardError && error.code === "unauthorized") limits.countGuess(c, address);
    throw error;
  }
  if ("id" in actor) limits.count(c, actor.id);
  return actor;
}

/** The parts of a request that identify its caller. */
export function identify(c: AppContext): Credentials {
  return { method: c.req.method, header: (name) => c.req.header(name) };
}

/** The front door sets this header; without the front door no address is known. */
export function addressOf(c: Pick<AppContext, "req">): string {
  return c.req.header("x-hookyard-address") ?? "";
}

/** Allowance for what surrounds the payload of an event: its type, headers and keys. */
const AROUND_PAYLOAD_BYTES = 1024 * 1024;

async function payloadLimit({ snapshots }: ApiServices, projectId: string): Promise<number> {
  const snapshot = snapshots.peek(projectId) ?? (await snapshots.getCore(projectId));
  const payload = snapshot?.settings.max_payload_read_size ?? 0;
  return Math.max(MAX_BODY_BYTES, payload + AROUND_PAYLOAD_BYTES);
}

type BodyOfRequest = { parsed: unknown; bytes: Buffer };

/** An operation without a body ignores one: generated clients send `{}`, or nothing with a content type. */
async function readBody(
  c: AppContext,
  { body: schema, opaque, takesPayloads }: Route,
  memory: { limit: number; share: BodyShare | undefined },
): Promise<BodyOfRequest | null> {
  if (!schema) return null;
  const { json, text, bytes } = await readJson(c, memory);
  const unstorable = findUnstorable(json, opaque);
  if (unstorable.length > 0) throw invalidFields(unstorable);
  const given = takesPayloads ? keepPayloads(json, text, takesPayloads) : json;
  return { parsed: parse(schema, given), bytes };
}

function parse(schema: NonNullable<Route["body"]>, given: unknown): unknown {
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalidFields(toFieldErrors(parsed.error.issues));
}

export function searchOf(c: AppContext): URLSearchParams {
  const { url } = c.req;
  const start = url.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : url.slice(start + 1).replace(/#.*$/, ""));
}

export function toHonoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}
