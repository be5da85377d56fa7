import { askChangeStreams, findUnconnected } from "@/lib/checkup/facts/ask-change-streams";
import type { Facts } from "@/lib/checkup/facts/facts";
import {
  readAlerting,
  readEndpointCertificates,
  readKeys,
  readOnly,
  readOwner,
  readSchema,
  readSources,
  readSupportEmails,
} from "@/lib/checkup/facts/read-content";
import { readHealth } from "@/lib/checkup/facts/read-health";
import { readClock, readOtherServers, readServer, readSlots } from "@/lib/checkup/facts/read-server";
import type { Look } from "@/lib/checkup/look";
import { type Looked, unseen } from "@/lib/checkup/look";
import type { Database } from "@/lib/db/client";
import { onClient } from "@/lib/db/on-client";
import type { Env } from "@/lib/kernel/env";
import { findMasterKeys } from "@/lib/kernel/master-keys";
import { createSecretBox } from "@/lib/kernel/secret-box";

const SERVER_PARTS = ["server", "clock", "replication slots", "schema"] as const;
/** What can only be read where the tables are those of this program. */
const CONTENT_PARTS = [
  "other servers",
  "health",
  "keys",
  "owner",
  "sources",
  "certificates",
  "support e-mails",
  "alerting",
  "change streams",
] as const;

export const DATABASE_PARTS = [...SERVER_PARTS, ...CONTENT_PARTS] as const;

type Means = { env: Env; url: string; look: Look; patienceMs: number; now: () => Date };
type Content = Pick<Facts, (typeof CONTENT_PARTS)[number]>;

/** Looks at the server and at what is in the database, part by part. */
export async function lookAtDatabase(
  db: Database,
  means: Means,
): Promise<Pick<Facts, (typeof DATABASE_PARTS)[number]>> {
  const { look, patienceMs, now } = means;
  const [server, clock, slots, schema] = await Promise.all([
    look(() => onClient(db.pool, readServer)),
    look(() => onClient(db.pool, (client) => readClock(client, now))),
    look(() => onClient(db.pool, readSlots)),
    look(() => readOnly(db, patienceMs, readSchema)),
  ]);
  const gap = schema.seen && schema.value.pending.length === 0 ? null : "its tables are not all there";
  const content = gap === null ? await lookAtContent(db, means) : blindContent(gap);
  return { server, clock, "replication slots": slots, schema, ...content };
}

async function lookAtContent(db: Database, { env, url, look, patienceMs, now }: Means): Promise<Content> {
  const read = <T>(work: Parameters<typeof readOnly<T>>[2]) => look(() => readOnly(db, patienceMs, work));
  const box = async () => createSecretBox(await findMasterKeys(env));
  const [others, health, keys, owner, sources, certificates, emails, alerting, followers] = await Promise.all([
    look(() => readOtherServers({ db, url })),
    look(() => readHealth({ db, url, now: now() })),
    read(async (trx) => readKeys(trx, await box(), env)),
    read(readOwner),
    read(readSources),
    read(async (trx) => readEndpointCertificates(trx, await box())),
    read(readSupportEmails),
    read(readAlerting),
    read(async (trx) => findUnconnected(trx, await box())),
  ]);
  const streams: Looked<Awaited<ReturnType<typeof askChangeStreams>>> = followers.seen
    ? await look((over) => askChangeStreams(followers.value, env, over))
    : followers;
  const told = { "support e-mails": emails, alerting };
  const database = { "other servers": others, health, keys, owner };
  return { ...database, sources, certificates, ...told, "change streams": streams };
}

function blindContent(why: string): Content {
  return Object.fromEntries(CONTENT_PARTS.map((part) => [part, unseen(why)])) as Record<
    (typeof CONTENT_PARTS)[number],
    Looked<never>
  >;
}
