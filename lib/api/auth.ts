import { isRememberedKey, verifyApiKey } from "@/lib/api/key-cache";
import type { ApiBridges, ApiServices } from "@/lib/api/services";
import type { Actor, Context, ProjectContext } from "@/lib/db/context";
import { HookyardError, notFound } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { parseUrl } from "@/lib/kernel/parse-url";
import { allows, type Permission } from "@/lib/kernel/permissions";
import type { Role } from "@/lib/kernel/vocabulary";

/** The parts of a request that identify its caller. */
export type Credentials = {
  method: string;
  header(name: string): string | undefined;
};

/**
 * Identifies the caller: by the key in `Authorization`, else by the dashboard's session cookie. Throws `unauthorized`.
 */
export async function authenticate(services: ApiServices, bridges: ApiBridges, request: Credentials): Promise<Actor> {
  const authorization = request.header("authorization");
  const actor =
    authorization === undefined
      ? await readVisitor(services, bridges, request)
      : await verifyApiKey(services, toKey(authorization));
  if (actor) return actor;
  throw new HookyardError(
    "unauthorized",
    authorization === undefined
      ? "Send an API key: Authorization: Bearer <API_KEY>."
      : "This API key is unknown, expired or revoked.",
  );
}

/** Whether the caller sends a key that was valid recently. */
export function showsKnownKey(request: Credentials): boolean {
  const authorization = request.header("authorization");
  return authorization !== undefined && isRememberedKey(toKey(authorization));
}

function toKey(authorization: string): string {
  return authorization.replace(/^Bearer +/i, "").trim();
}

async function readVisitor(services: ApiServices, bridges: ApiBridges, request: Credentials): Promise<Actor | null> {
  const cookie = request.header("cookie");
  if (cookie === undefined) return null;
  const session = await bridges.readSession(cookie);
  if (!session) return null;
  refuseForeignSite(services, request);
  const user = await services.db
    .selectFrom("users")
    .select(["id", "email", "is_owner"])
    .where("id", "=", session.userId)
    .where("deleted_at", "is", null)
    .where("suspended_at", "is", null)
    .executeTakeFirst();
  const { sessionId } = session;
  return user ? { kind: "user", id: user.id, email: user.email, isOwner: user.is_owner, sessionId } : null;
}

/**
 * A browser sends the cookie along with requests of any site. So with a cookie only our own pages are accepted: the
 * browser identifies them by `Sec-Fetch-Site`, or by `Origin` for changes.
 */
function refuseForeignSite({ publicUrl }: ApiServices, request: Credentials): void {
  const site = request.header("sec-fetch-site");
  const origin = request.header("origin");
  const isSafe = request.method === "GET" || request.method === "HEAD";
  const isOurs =
    site !== undefined
      ? site === "same-origin" || site === "none"
      : origin === undefined
        ? isSafe
        : origin === publicUrl || hostOf(origin) === request.header("host");
  if (!isOurs)
    throw new HookyardError("forbidden", "A session works only from the dashboard's own pages. Use an API key.");
}

function hostOf(origin: string): string | null {
  return parseUrl(origin)?.host ?? null;
}

/** The context of a route outside projects. */
export function openContext(services: ApiServices, actor: Actor, permission: Permission): Context {
  if (permission === "own") refuseOthers(actor);
  return { ...toContext(services), actor };
}

function refuseOthers(actor: Actor): void {
  if (actor.kind === "user" && actor.isOwner) return;
  throw new HookyardError("forbidden", "Only the owner of this installation, signed in, may do this.");
}

/**
 * The context of a project's route. Throws not found for a project that the caller has no part in, forbidden if their
 * role is too low.
 */
export async function openProject(
  services: ApiServices,
  actor: Actor,
  { projectId, permission }: { projectId: string; permission: Permission },
): Promise<ProjectContext> {
  const role = isId(projectId) ? await findRole(services, actor, projectId) : null;
  if (!role) throw new HookyardError("not_found", "No such project.");
  if (permission === "people" && actor.kind === "api_key") {
    throw new HookyardError(
      "forbidden",
      "An API key may not manage people, whatever its role. Sign in to the dashboard as an admin of the project.",
    );
  }
  if (permission === "own") refuseOthers(actor);
  else if (!allows(role, permission)) {
    throw new HookyardError("forbidden", `The role ${role} may not do this.`);
  }
  return { ...toContext(services), db: services.dbOf(projectId), actor, projectId, role };
}

async function findRole({ dbOf }: ApiServices, actor: Actor, projectId: string): Promise<Role | null> {
  switch (actor.kind) {
    case "api_key":
      return actor.projectId === projectId ? actor.role : null;
    case "user": {
      const row = await dbOf(projectId)
        .selectFrom("projects")
        .leftJoin("project_members", (join) =>
          join.onRef("project_members.project_id", "=", "projects.id").on("user_id", "=", actor.id),
        )
        .select("role")
        .where("projects.id", "=", projectId)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      if (!row) return null;
      return actor.isOwner ? "admin" : row.role;
    }
    case "system":
      return "admin";
    case "anonymous":
      return null;
  }
}

function toContext(services: ApiServices): Omit<Context, "actor"> {
  const {
    db,
    clock,
    box,
    checkDestination,
    checkOrigin,
    publicUrl,
    ingestUrl,
    sendsMail = false,
    hasSingleSignOn = false,
  } = services;
  return { db, clock, box, checkDestination, checkOrigin, publicUrl, ingestUrl, sendsMail, hasSingleSignOn };
}

/** Checks a path's identifiers; an invalid one is not found. */
export function checkPathIds(params: Record<string, string>): void {
  for (const [name, value] of Object.entries(params)) {
    if (!isId(value)) throw notFound(nounOf(name));
  }
}

function nounOf(name: string): string {
  return name
    .replace(/ID$/, "")
    .replace(/^key$/, "API key")
    .replace(/([a-z])([A-Z])/g, (_match, before: string, after: string) => `${before} ${after.toLowerCase()}`);
}
