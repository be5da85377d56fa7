import { sql, type Transaction } from "kysely";
import { plainArray } from "@/lib/db/array-literal";
import type { Database } from "@/lib/db/client";
import type { DB } from "@/lib/db/generated";
import { Recent } from "@/lib/intake/recent";
import { distinct } from "@/lib/kernel/distinct";
import type { RefusalCode } from "@/lib/kernel/refusal-codes";
import { recordMetaEvents, wantsMetaEvent } from "@/lib/nouns/announcements/record-meta-events";
import { ProjectSettings } from "@/lib/nouns/project-settings/schemas";

/** What is told of a refusal; of its request only where and why. */
export type ToldRefusal = {
  projectId: string;
  sourceId: string;
  status: number;
  reason: string;
  code: RefusalCode | null;
  at: number;
};

type Coded = ToldRefusal & { code: RefusalCode };

const TYPE = "source.request_refused";
/** The time between two notices of a source and code: whoever knows an address could have somebody flooded otherwise. */
const TOLD_EVERY_MS = 3_600_000;
/** Whoever turns the notices on waits no longer than that for the first. */
const UNWANTED_FOR_MS = 60_000;
const MAX_REMEMBERED = 5_000;

/**
 * Records a meta event for requests that did not prove who sent them: of each source the first with a code, and after
 * that one an hour.
 */
export class RefusalAnnouncer {
  /** What was told lately, so that a flood asks the database nothing. */
  readonly #told: Recent<true>;

  constructor(private readonly nowMs: () => number = Date.now) {
    this.#told = new Recent(MAX_REMEMBERED, nowMs);
  }

  /** All of them must be of projects of `db`. */
  async announce(db: Database, refusals: readonly ToldRefusal[]): Promise<void> {
    const fresh = firstOfEach(refusals.filter(isCoded)).filter((one) => !this.#told.get(keyOf(one)));
    if (fresh.length === 0) return;
    const wanting = await db.transaction().execute(async (trx) => {
      const wanting = await listWanting(trx, fresh);
      const due = await this.#takeDue(
        trx,
        fresh.filter(({ projectId }) => wanting.has(projectId)),
      );
      const names = await listNames(trx, due);
      for (const [id, settings] of wanting) {
        const items = due
          .filter(({ projectId }) => projectId === id)
          .map((one) => ({ type: TYPE, data: present(one, names.get(one.sourceId) ?? "") }) as const);
        if (items.length > 0) await recordMetaEvents(trx, { id, settings }, new Date(this.nowMs()), items);
      }
      return wanting;
    });
    for (const one of fresh)
      this.#told.set(keyOf(one), true, wanting.has(one.projectId) ? TOLD_EVERY_MS : UNWANTED_FOR_MS);
  }

  /** Takes the refusals that no copy has told within the hour; from now on they are told. */
  async #takeDue(trx: Transaction<DB>, refusals: readonly Coded[]): Promise<Coded[]> {
    if (refusals.length === 0) return [];
    const now = new Date(this.nowMs());
    const { rows } = await sql<{ source_id: string; code: string }>`
      insert into refusal_notices (project_id, source_id, code, told_at)
      select n.project_id, n.source_id, n.code, ${now} from unnest(
        ${plainArray(refusals.map(({ projectId }) => projectId))}::uuid[],
        ${plainArray(refusals.map(({ sourceId }) => sourceId))}::uuid[],
        ${plainArray(refusals.map(({ code }) => code))}::text[]
      ) as n(project_id, source_id, code)
      join sources s on s.project_id = n.project_id and s.id = n.source_id
      order by n.source_id, n.code
      on conflict (project_id, source_id, code) do update set told_at = excluded.told_at
      where refusal_notices.told_at <= ${new Date(now.getTime() - TOLD_EVERY_MS)}
      returning source_id, code`.execute(trx);
    const due = new Set(rows.map(({ source_id, code }) => `${source_id} ${code}`));
    return refusals.filter((one) => due.has(keyOf(one)));
  }
}

function isCoded(refusal: ToldRefusal): refusal is Coded {
  return refusal.code !== null;
}

function keyOf({ sourceId, code }: Coded): string {
  return `${sourceId} ${code}`;
}

function firstOfEach(refusals: readonly Coded[]): Coded[] {
  const first = new Map<string, Coded>();
  for (const one of refusals) if (!first.has(keyOf(one))) first.set(keyOf(one), one);
  return [...first.values()];
}

async function listWanting(trx: Transaction<DB>, refusals: readonly Coded[]): Promise<Map<string, ProjectSettings>> {
  const projects = await trx
    .selectFrom("projects")
    .select(["id", "settings"])
    .where("id", "in", distinct(refusals.map(({ projectId }) => projectId)))
    .execute();
  const parsed = projects.map(({ id, settings }) => [id, ProjectSettings.parse(settings)] as const);
  return new Map(parsed.filter(([, settings]) => wantsMetaEvent(settings, TYPE)));
}

async function listNames(trx: Transaction<DB>, refusals: readonly Coded[]): Promise<Map<string, string>> {
  if (refusals.length === 0) return new Map();
  const sources = await trx
    .selectFrom("sources")
    .select(["id", "name"])
    .where("id", "in", distinct(refusals.map(({ sourceId }) => sourceId)))
    .execute();
  return new Map(sources.map(({ id, name }) => [id, name]));
}

function present({ sourceId, status, reason, code, at }: Coded, name: string) {
  return {
    source_id: sourceId,
    source_name: name,
    status,
    code,
    reason,
    refused_at: new Date(at).toISOString(),
  };
}
