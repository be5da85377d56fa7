import { rulesOf, rulesOfServers, sayIf } from "@/lib/checkup/finding";
import { OLDEST_SERVER } from "@/lib/db/open";
import { isLoopback } from "@/lib/kernel/address-blocks";
import { sayDuration } from "@/lib/nouns/health/words";

/** When the PostgreSQL project stops to mend a major version (https://www.postgresql.org/support/versioning/). */
const POSTGRES_ENDS: ReadonlyMap<number, string> = new Map([
  [15, "2027-11-11"],
  [16, "2028-11-09"],
  [17, "2029-11-08"],
  [18, "2030-11-14"],
]);
/** The newest that the tests run on. */
const NEWEST_TESTED = 18;

const CLOCK = { warning: 2_000, critical: 30_000 };

const SET = (setting: string) => `alter system set ${setting} = on; then select pg_reload_conf();`;
const LOST = "A crash of the database's machine can lose events that were acknowledged";

export const SERVER_RULES = [
  ...rulesOfServers([
    {
      code: "postgres_too_old",
      levels: ["critical"],
      when: "the PostgreSQL is older than version 15",
      why: "It lacks what Hookyard's statements need: a copy refuses to start.",
      remedy: "Upgrade it to a version that is still mended.",
      find: ({ versionNumber }) =>
        sayIf(versionNumber < OLDEST_SERVER, `The database is PostgreSQL ${majorOf(versionNumber)}.`),
    },
    {
      code: "postgres_out_of_support",
      levels: ["warning"],
      when: "the PostgreSQL project no longer mends this major version",
      why: "Holes and faults that are found in it, some of which lose data, stay.",
      remedy: "Upgrade it to a version that is still mended.",
      find: ({ versionNumber }, { now }) => {
        const end = POSTGRES_ENDS.get(majorOf(versionNumber));
        const isOver = end !== undefined && now.getTime() > Date.parse(end);
        return sayIf(isOver, `PostgreSQL ${majorOf(versionNumber)} is out of support since ${end}.`);
      },
    },
    {
      code: "postgres_not_tested",
      levels: ["advice"],
      when: `the PostgreSQL is newer than version ${NEWEST_TESTED}`,
      why: "Hookyard's tests have not run on it.",
      remedy: "Look for a newer Hookyard, and try this one before you rely on it.",
      find: ({ versionNumber }) =>
        sayIf(majorOf(versionNumber) > NEWEST_TESTED, `The database is PostgreSQL ${majorOf(versionNumber)}.`),
    },
    {
      code: "fsync_off",
      levels: ["critical"],
      when: "the server's fsync is off",
      why: `${LOST}, and leave a database that cannot be read at all.`,
      remedy: SET("fsync"),
      find: ({ fsync }) => sayIf(fsync === "off", "The database's fsync is off."),
    },
    {
      code: "full_page_writes_off",
      levels: ["critical"],
      when: "the server's full_page_writes is off",
      why: "A crash in the middle of a write can leave pages that are half old and half new: a broken database.",
      remedy: SET("full_page_writes"),
      find: ({ fullPageWrites }) => sayIf(fullPageWrites === "off", "The database's full_page_writes is off."),
    },
    {
      code: "synchronous_commit_off",
      levels: ["critical"],
      when: "synchronous_commit is off for Hookyard's user",
      why: `${LOST}: a sender gets its 2xx before the event is on disk. Of several servers, a shard that moves from this one can leave acknowledged events behind.`,
      remedy:
        "See where it is set (alter role or alter database … reset synchronous_commit; alter system set synchronous_commit = on).",
      find: ({ synchronousCommit }) => sayIf(synchronousCommit === "off", "The database's synchronous_commit is off."),
    },
    {
      code: "autovacuum_off",
      levels: ["critical"],
      when: "the server's autovacuum is off",
      why: "Dead rows of the queue are never removed: deliveries get slower by the hour, and in the end the database stops.",
      remedy: SET("autovacuum"),
      find: ({ autovacuum }) => sayIf(autovacuum === "off", "The database's autovacuum is off."),
    },
    {
      code: "encoding_not_utf8",
      levels: ["critical"],
      when: "the database's encoding is not UTF8",
      why: "Events with characters that it does not have are refused or changed.",
      remedy: "Make a database with encoding 'UTF8' template template0, and load a dump of this one into it.",
      find: ({ encoding }) => sayIf(encoding !== "UTF8", `The database's encoding is ${encoding}.`),
    },
    {
      code: "database_read_only",
      levels: ["critical"],
      when: "the database takes no writes: it is a standby, or default_transaction_read_only is on",
      why: "Nothing can be accepted.",
      remedy:
        "Let DATABASE_URL lead to the primary (several hosts, with commas, are asked which it is), or reset default_transaction_read_only.",
      find: ({ isReadOnly }) => sayIf(isReadOnly, "The database takes no writes."),
    },
    {
      code: "database_without_tls",
      levels: ["warning"],
      when: "the database is reached over a network, without TLS",
      why: "Events and the database's password cross that network unencrypted.",
      remedy:
        "Add sslmode=verify-full to DATABASE_URL (with sslrootcert for an authority of your own), and see that the server has ssl = on.",
      find: ({ usesTls, serverAddress }) =>
        sayIf(
          !usesTls && serverAddress !== null && !isLoopback(serverAddress),
          `The connection to the database at ${serverAddress} is not encrypted.`,
        ),
    },
    {
      code: "database_superuser",
      levels: ["advice"],
      when: "DATABASE_URL logs in as a superuser",
      why: "Whoever gets Hookyard's password has the whole server, its files too.",
      remedy: "Let Hookyard have a role of its own that owns its database, with pg_read_all_stats.",
      find: ({ isSuperuser, user }, { env }) =>
        sayIf(isSuperuser && env.DATABASE_URL !== undefined, `${user} is a superuser of the database.`),
    },
    {
      code: "statistics_hidden",
      levels: ["advice"],
      when: "Hookyard's database user lacks pg_read_all_stats",
      why: "PostgreSQL hides since when sessions of other users are open: long transactions that keep dead rows are not found.",
      remedy: "grant pg_read_all_stats to Hookyard's user.",
      find: ({ seesStatistics, user }) =>
        seesStatistics
          ? []
          : [{ what: `${user} does not see other users' sessions.`, remedy: `grant pg_read_all_stats to "${user}";` }],
    },
  ]),
  ...rulesOf("clock", [
    {
      code: "clock_differs",
      levels: ["warning", "critical"],
      when: "the clock of this machine is more than 2 s (critical: 30 s) off the database's",
      why: "Signatures carry a wrong time and are refused, retries come early or late, and rows get ids and days of another time.",
      remedy: "Let both machines keep time by NTP (timedatectl set-ntp true), and see which of them is wrong.",
      find: ({ aheadMs }) => {
        const off = Math.abs(aheadMs);
        if (off <= CLOCK.warning) return [];
        const direction = aheadMs > 0 ? "ahead of" : "behind";
        const what = `This machine's clock is ${sayDuration(Math.round(off / 1_000))} ${direction} the database's.`;
        return [{ what, level: off > CLOCK.critical ? "critical" : "warning" }];
      },
    },
  ]),
];

function majorOf(versionNumber: number): number {
  return Math.floor(versionNumber / 10_000);
}
