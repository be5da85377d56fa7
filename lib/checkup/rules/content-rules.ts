import type { Consumed } from "@/lib/checkup/facts/facts";
import { rulesOf, sayIf } from "@/lib/checkup/finding";

const DAY_MS = 86_400_000;
/** As the page of an endpoint, which is amber from then on. */
const SOON_MS = 30 * DAY_MS;
/** A connection may fail once without being in trouble. */
const SOME_FAILURES = 2;

/** What stands in the database. */
export const CONTENT_RULES = [
  ...rulesOf("schema", [
    {
      code: "database_empty",
      levels: ["warning"],
      when: "the database has no tables of Hookyard",
      why: "No copy has ever started on it, or it is another one than you mean.",
      remedy: "See DATABASE_URL; the first copy that starts makes the tables.",
      find: ({ isEmpty }) => sayIf(isEmpty, "The database has no tables of Hookyard."),
    },
    {
      code: "migrations_pending",
      levels: ["warning"],
      when: "the database is of an older Hookyard than this program",
      why: "The copies that run are older than this program. What needs the newer tables was not looked at.",
      remedy: "Restart the copies with this program: the first one brings the database up to date.",
      find: ({ isEmpty, pending }) =>
        sayIf(!isEmpty && pending.length > 0, `${pending.length} migrations are pending, from ${pending[0]} on.`),
    },
    {
      code: "database_newer",
      levels: ["critical", "warning"],
      when: "the database is of a newer Hookyard than this program",
      why: "This program refuses to start on it; or, where the newer version allows it, runs on it for the time of a rollout.",
      remedy: "Install the version that the other copies have.",
      find: ({ unknown, isAllowed }) => {
        if (unknown.length === 0) return [];
        const what = `The database has ${unknown.join(", ")}, which this program does not know.`;
        return isAllowed ? [{ what: `${what} It may run on it.`, level: "warning" as const }] : [{ what }];
      },
    },
  ]),
  ...rulesOf("keys", [
    {
      code: "key_missing",
      levels: ["critical"],
      when: "stored credentials are encrypted with a key that is not configured",
      why: "A copy with these settings refuses to start: it could not sign or authenticate.",
      remedy:
        "Give all copies the same HOOKYARD_SECRET, or the file `secret`; put a key that was removed too early behind the present one.",
      find: ({ missing, place }) => {
        const what = [...new Set(missing.map(({ words }) => words))].join(", ");
        return sayIf(missing.length > 0, `None of the keys in ${place} opens: ${what}.`);
      },
    },
    {
      code: "copies_have_another_key",
      levels: ["critical"],
      when: "a running copy encrypts with another key than the first one here",
      why: "What one copy stores, the others may not be able to read.",
      remedy: "Give all copies the same keys in the same order and restart them.",
      find: ({ otherCopies, place }) =>
        sayIf(otherCopies > 0, `${otherCopies} running copies encrypt with another key than the first in ${place}.`),
    },
    {
      code: "rotation_unfinished",
      levels: ["advice"],
      when: "more than one key is configured",
      why: "An old key that stays can still be lost or stolen.",
      remedy: "Run `npx hookyard keys rotate`, then remove the old key and restart each copy.",
      find: ({ configured, place }) => sayIf(configured > 1, `${place} has ${configured} keys.`),
    },
  ]),
  ...rulesOf("owner", [
    {
      code: "no_owner",
      levels: ["warning"],
      when: "the installation has no owner: its set-up was not finished",
      why: "Whoever finds the set-up link in the log becomes the owner.",
      remedy: "Open the set-up link that a copy prints when it starts, or run `npx hookyard init`.",
      find: ({ exists }) => sayIf(!exists, "The installation has no owner yet."),
    },
  ]),
  ...rulesOf("sources", [
    {
      code: "source_parked",
      levels: ["critical"],
      when: "a consumed source is parked: its reader broke down five times on what the server sent",
      why: "Nothing is read from it, but for one try an hour.",
      remedy: "See the source's page; correct its settings or the server, then press *Reconnect*.",
      find: (sources) => sources.filter(({ state }) => state === "parked").map(tell("is parked")),
    },
    {
      code: "source_retrying",
      levels: ["warning"],
      when: "a consumed source has failed to connect twice or more",
      why: "Nothing is read from it until a connection succeeds.",
      remedy: "See the source's page; *test connection* says which step fails.",
      find: (sources) =>
        sources
          .filter(({ state, failures }) => state === "retrying" && failures >= SOME_FAILURES)
          .map(tell("cannot connect")),
    },
  ]),
  ...rulesOf("change streams", [
    {
      code: "change_stream_not_ready",
      levels: ["warning"],
      when: "a database that a source follows is not ready for it (wal_level, slots, rights), as *test connection* finds",
      why: "Its changes become no events.",
      remedy: "docs/guides/postgres-changes.md says what to set there.",
      find: (found) => found.map(({ name, problem }) => ({ what: `The source ${name} cannot follow: ${problem}` })),
    },
  ]),
  ...rulesOf("certificates", [
    {
      code: "certificate_expired",
      levels: ["critical"],
      when: "a certificate of an endpoint (its client certificate, or an authority) has expired",
      why: "Its deliveries fail in the TLS handshake.",
      remedy: "Put a new one into the endpoint's settings, *Certificates*.",
      find: (certificates, { now }) =>
        certificates
          .filter((one) => leftMs(one, now) <= 0)
          .map((one) => ({ what: `${nameOf(one)} expired ${dayOf(one)}.` })),
    },
    {
      code: "certificate_expiring",
      levels: ["warning"],
      when: "a certificate of an endpoint expires within 30 days",
      why: "From then on its deliveries fail in the TLS handshake.",
      remedy: "Put a new one into the endpoint's settings, *Certificates*.",
      find: (certificates, { now }) =>
        certificates
          .filter((one) => leftMs(one, now) > 0 && leftMs(one, now) <= SOON_MS)
          .map((one) => ({ what: `${nameOf(one)} expires ${dayOf(one)}.` })),
    },
  ]),
  ...rulesOf("support e-mails", [
    {
      code: "support_emails_unsent",
      levels: ["warning"],
      when: "endpoints have a support_email, and SMTP_URL is not set",
      why: "Nobody hears that these endpoints fail, though they are set to tell.",
      remedy: "Set SMTP_URL and SMTP_FROM, or clear the addresses.",
      find: ({ endpoints }, { env }) => {
        const who = endpoints === 1 ? "One endpoint has" : `${endpoints} endpoints have`;
        return sayIf(endpoints > 0 && env.SMTP_URL === undefined, `${who} a support_email, but no mail is sent.`);
      },
    },
  ]),
  ...rulesOf("alerting", [
    {
      code: "nobody_is_told",
      levels: ["warning"],
      when: "there are endpoints or sources and rules that watch them, and no alert route, chat or mail by which anybody would hear",
      why: "What fails is found, and stands on a page that nobody may be looking at.",
      remedy:
        "Make a route at a project's Settings › Alerting or at Installation › Alerting, and send a test along it.",
      find: ({ watched, hasRules, routes, byMail }, { env }) => {
        const isMailed = env.SMTP_URL !== undefined && byMail > 0;
        const what =
          byMail > 0 && !isMailed ? "There are only addresses for mail, and no mail is sent" : "No route is on";
        return sayIf(watched > 0 && hasRules && routes === 0 && !isMailed, `${what}: nobody is told of trouble.`);
      },
    },
  ]),
];

function tell(what: string) {
  return ({ name, project, error }: Consumed) => {
    const reason = error ? `: ${error.replace(/\.$/, "")}` : "";
    return { what: `The source ${name} of ${project} ${what}${reason}.` };
  };
}

type Dated = { kind: string; endpoint: string; subject: string; expires_at: string | null };

function leftMs({ expires_at }: Dated, now: Date): number {
  return expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) - now.getTime();
}

function nameOf({ kind, endpoint, subject }: Dated): string {
  return `The ${kind === "client" ? "client certificate" : "authority"} ${subject} of the endpoint ${endpoint}`;
}

function dayOf({ expires_at }: Dated): string {
  return `on ${expires_at?.slice(0, 10)}`;
}
