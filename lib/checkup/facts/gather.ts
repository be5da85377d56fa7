import { randomBytes } from "node:crypto";
import { type Address, askDoor } from "@/lib/checkup/facts/ask-door";
import { askEgressProxy, askExportBucket, askIssuer, askMailServer } from "@/lib/checkup/facts/ask-network";
import { locateDatabase, type Place, tryConnection } from "@/lib/checkup/facts/connect";
import type { Connection, Facts, Start } from "@/lib/checkup/facts/facts";
import { DATABASE_PARTS, lookAtDatabase } from "@/lib/checkup/facts/look-at-database";
import { readDataFolder, readExportFolder, readOpenFiles } from "@/lib/checkup/facts/read-host";
import { createLook, type Look, type Looked, seen, unseen } from "@/lib/checkup/look";
import { closeDatabase, createDatabase, type Database } from "@/lib/db/client";
import { findInstallation } from "@/lib/db/find-installation";
import { toProbeName } from "@/lib/db/shared-probe";
import { whatFailed } from "@/lib/db/what-failed";
import { createAddressGuard } from "@/lib/egress/address-guard";
import type { Env } from "@/lib/kernel/env";

/** What to look at, and from where. */
export type Search = {
  /** Throws where a setting is wrong. */
  readSettings(): Env;
  /** The settings name the data: HOOKYARD_DATA or DATABASE_URL is set. */
  isTold: boolean;
  home?: string;
  now?: () => Date;
  node?: string;
  /** How long one look may take. */
  patienceMs?: number;
};

const PATIENCE_MS = 8_000;

/** The facts, and the texts of them that nobody may see. */
export type Gathered = { facts: Facts; secrets: readonly string[] };

/** Looks at everything, each for a bounded time, and changes nothing. Never rejects. */
export async function gatherFacts(search: Search): Promise<Gathered> {
  try {
    const env = search.readSettings();
    createAddressGuard(env.HOOKYARD_EGRESS_ALLOW);
    return await gather(env, search);
  } catch (error) {
    return { facts: blindFacts({ kind: "wrong_settings", why: whatFailed(error) }), secrets: [] };
  }
}

async function gather(given: Env, search: Search): Promise<Gathered> {
  const { patienceMs = PATIENCE_MS, now = () => new Date(), node = process.versions.node } = search;
  const { isTold, home } = search;
  const look = createLook(patienceMs);
  const found = await look(() => findInstallation(given, { isTold, mayMake: false, ...(home && { home }) }));
  const env = found.seen ? found.value : given;
  const start: Start = found.seen ? { kind: "found" } : { kind: "no_installation", why: found.why };

  const place = await look(async () => (found.seen ? locateDatabase(env) : null));
  const database = placeOf(place);
  const connection = start.kind === "found" ? await lookAtConnection(place, { env, look, patienceMs }) : seen(null);
  const [host, network, inside] = await Promise.all([
    lookAtHost(env, look),
    lookAtNetwork(env, look, patienceMs),
    lookInside(database, { env, connection, look, patienceMs, now }),
  ]);
  const settings = seen({ env, node, now: now() });
  const facts = { start: seen(start), settings, connection, ...host, ...network, ...inside };
  return { facts, secrets: secretsOf(env, database) };
}

function placeOf(place: Looked<Place | null>): Place | null {
  return place.seen ? place.value : null;
}

type Means = { env: Env; look: Look; patienceMs: number };

async function lookAtConnection(
  place: Looked<Place | null>,
  { env, look, patienceMs }: Means,
): Promise<Looked<Connection>> {
  if (!place.seen) return seen({ kind: "unreachable", why: place.why });
  // The attempts themselves have the patience; the look around them is for what they cannot bound.
  const connection = await look(() => tryConnection(place.value, env, patienceMs / 2));
  return connection.seen ? connection : seen({ kind: "unreachable", why: connection.why });
}

async function lookAtHost(env: Env, look: Look) {
  const [data, exports, files] = await Promise.all([
    look(() => readDataFolder(env)),
    look(() => readExportFolder(env)),
    look(() => readOpenFiles()),
  ]);
  return { "data folder": data, "export folder": exports, "open files": files };
}

async function lookAtNetwork(env: Env, look: Look, patienceMs: number) {
  const [mail, issuer, bucket, proxy] = await Promise.all([
    look(() => askMailServer(env, patienceMs / 2)),
    look((over) => askIssuer(env, over)),
    look((over) => askExportBucket(env, over)),
    look((over) => askEgressProxy(env, over)),
  ]);
  return { "mail server": mail, "single sign-on": issuer, "export bucket": bucket, "egress proxy": proxy };
}

type Inside = Means & { connection: Looked<Connection | null>; now: () => Date };

/** Looks into the database, and at the addresses that should lead to copies on it. */
async function lookInside(place: Place | null, { connection, now, ...means }: Inside) {
  const state = connection.seen ? connection.value : null;
  const { env, look, patienceMs } = means;
  if (place === null || state?.kind !== "open") {
    const isGone = state?.kind === "not_running";
    return {
      ...blindDatabase("the database was not reached"),
      ...(await lookAtDoors(isGone ? null : place, means, null)),
    };
  }
  const probe = randomBytes(16).toString("hex");
  const db = createDatabase(place.url, {
    max: 3,
    name: toProbeName(probe),
    // A pooler may refuse them; what must be bounded or read-only is so by its transaction.
    options: "",
    answerTimeoutMs: patienceMs,
  });
  try {
    const inside = await lookAtDatabase(db, { env, url: place.url, look, patienceMs, now });
    if (!inside.server.seen || state.isPooled) return { ...inside, ...(await lookAtDoors(place, means, null)) };
    return { ...inside, ...(await lookAtDoorsBeside(db, place, means, probe)) };
  } finally {
    await look(() => closeDatabase(db));
  }
}

/**
 * Takes a session with the probe's name out of the pool while the addresses are asked: an idle one is closed when a look
 * elsewhere has no answer in time.
 */
async function lookAtDoorsBeside(db: Database, place: Place, means: Means, probe: string) {
  const session = await means.look(async (over) => {
    const taken = await db.pool.connect();
    if (over.aborted) taken.release(true);
    return taken;
  });
  const doors = await lookAtDoors(place, means, session.seen ? probe : null);
  if (session.seen) session.value.release();
  return doors;
}

async function lookAtDoors(place: Place | null, { env, look }: Means, probe: string | null) {
  const ask = (address: Address) => look((over) => askDoor(address, probe, over));
  const url = env.HOOKYARD_URL ?? place?.servedAt;
  const ingest = env.HOOKYARD_INGEST_URL;
  const [open, ingestOpen] = await Promise.all([
    url === undefined ? seen(null) : ask({ url, path: "/readyz" }),
    ingest === undefined ? seen(null) : ask({ url: ingest, path: "/ingest" }),
  ]);
  return { "public address": open, "ingest address": ingestOpen };
}

function blindDatabase(why: string) {
  const parts = DATABASE_PARTS.map((part) => [part, unseen(why)]);
  return Object.fromEntries(parts) as Record<(typeof DATABASE_PARTS)[number], Looked<never>>;
}

function blindFacts(start: Start): Facts {
  const nothing = unseen("the settings are wrong");
  return {
    ...blindDatabase("the settings are wrong"),
    start: seen(start),
    settings: nothing,
    connection: nothing,
    "open files": nothing,
    "data folder": nothing,
    "export folder": nothing,
    "public address": nothing,
    "ingest address": nothing,
    "mail server": nothing,
    "single sign-on": nothing,
    "export bucket": nothing,
    "egress proxy": nothing,
  };
}

/** Passwords and keys of the settings, as they are written and as they are meant. */
function secretsOf(env: Env, place: Place | null): string[] {
  const addresses = [env.DATABASE_URL, place?.url, env.SMTP_URL, env.HOOKYARD_EGRESS_PROXY, env.HOOKYARD_URL];
  const passwords = [...addresses, env.OIDC_ISSUER].flatMap((address) => passwordsIn(address ?? ""));
  const keys = (env.HOOKYARD_SECRET ?? "").split(",").map((key) => key.trim());
  const tokens = [env.OIDC_CLIENT_SECRET, env.HOOKYARD_METRICS_TOKEN, env.AWS_SECRET_ACCESS_KEY, env.AWS_SESSION_TOKEN];
  return [...passwords, ...keys, ...tokens.map((token) => token ?? "")];
}

function passwordsIn(address: string): string[] {
  const written = [...address.matchAll(/:\/\/[^:@/?]*:([^@/?]*)@|[?&](?:ssl)?password=([^&]*)/g)];
  return written.map(([, user, parameter]) => user ?? parameter ?? "").flatMap((text) => [text, decoded(text)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
