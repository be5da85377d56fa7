import { timingSafeEqual } from "node:crypto";
import type { Kysely } from "kysely";
import type { ApiServices } from "@/lib/api/services";
import type { Actor } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { findAnywhere } from "@/lib/db/placement/find-anywhere";
import { hashKeySecret, parseKey } from "@/lib/nouns/api-keys/key-format";

const TRUSTED_MS = 5_000;
const USE_NOTED_MS = 60_000;
const MAX_KEYS = 10_000;

type KnownKey = {
  hash: Buffer;
  expiresAt: Date | null;
  actor: Extract<Actor, { kind: "api_key" }>;
  readAt: number;
};

/** By key id. Reading a key's row for each of thousands of events a second would cost more than the events. */
const known = new Map<string, KnownKey>();
/** When the last use of a key was written, by key id. */
const noted = new Map<string, number>();

/** Drops a project's keys after a change: the next request with one of them reads it anew. */
export function forgetApiKeys(projectId: string): void {
  for (const [keyId, key] of known) if (key.actor.projectId === projectId) known.delete(keyId);
}

/** Whether the text names a key that was valid recently; it may still be wrong. Costs no lookup. */
export function isRememberedKey(key: string): boolean {
  const parts = parseKey(key);
  return parts !== null && known.has(parts.keyId);
}

/** Returns the actor of a key; null if it is unknown, wrong, expired, revoked, or of a deleted project. */
export async function verifyApiKey(services: ApiServices, key: string): Promise<Actor | null> {
  const parts = parseKey(key);
  if (!parts) return null;
  const now = services.clock.now();
  const found = await findKey(services, parts.keyId, now.getTime());
  if (!found || !timingSafeEqual(hashKeySecret(parts.secret), found.hash)) return null;
  if (found.expiresAt && found.expiresAt <= now) return null;
  noteUse(services, { keyId: parts.keyId, projectId: found.actor.projectId, now });
  return found.actor;
}

async function findKey({ dbOf, dbs }: ApiServices, keyId: string, now: number): Promise<KnownKey | null> {
  const remembered = known.get(keyId);
  if (remembered && now - remembered.readAt < TRUSTED_MS && now >= remembered.readAt) return remembered;
  known.delete(keyId);
  // A key stays with its project.
  const where = remembered ? [dbOf(remembered.actor.projectId)] : dbs();
  const row = await findAnywhere(where, (db) => selectKey(db, keyId).executeTakeFirst());
  if (!row) return null;
  const actor = {
    kind: "api_key",
    id: row.id,
    projectId: row.project_id,
    role: row.role,
    name: row.name,
  } as const;
  const key = { hash: row.secret_hash, expiresAt: row.expires_at, actor, readAt: now };
  remember(known, keyId, key);
  return key;
}

function selectKey(db: Kysely<DB>, keyId: string) {
  return db
    .selectFrom("api_keys")
    .innerJoin("projects", "projects.id", "api_keys.project_id")
    .select(["api_keys.id", "project_id", "role", "api_keys.name", "secret_hash", "expires_at"])
    .where("key_id", "=", keyId)
    .where("revoked_at", "is", null)
    .where("projects.deleted_at", "is", null);
}

type Use = { keyId: string; projectId: string; now: Date };

/** Writes at most once a minute, and nobody waits for it. */
function noteUse({ dbOf, log }: ApiServices, { keyId, projectId, now }: Use): void {
  if (now.getTime() - (noted.get(keyId) ?? 0) < USE_NOTED_MS) return;
  remember(noted, keyId, now.getTime());
  dbOf(projectId)
    .updateTable("api_keys")
    .set({ last_used_at: now })
    .where("key_id", "=", keyId)
    .execute()
    .catch((error: unknown) => log.debug({ err: error }, "the last use of an API key could not be noted"));
}

/** Evicts the oldest entry if the map is full. */
function remember<T>(map: Map<string, T>, key: string, value: T): void {
  if (map.size >= MAX_KEYS)
    for (const oldest of map.keys()) {
      map.delete(oldest);
      break;
    }
  map.set(key, value);
}
