import type { ProjectContext } from "@/lib/db/context";
import { amongIds } from "@/lib/db/id-range";
import { type CompiledFilter, compileFilter, type FilterInput } from "@/lib/filter/compile-filter";
import { matchesEventType } from "@/lib/filter/event-type";
import { invalidFields } from "@/lib/kernel/errors";
import { findFilterConfigErrors } from "@/lib/nouns/subscriptions/find-errors";
import type { FilterConfig } from "@/lib/nouns/subscriptions/schemas";
import type { TestedFilter, TestFilter } from "@/lib/nouns/subscriptions/test-filter-schemas";
import { parsePairs, parsePayload } from "@/lib/wire/parse-payload";
import { redactHeaders, redactIngest, redactQuery } from "@/lib/wire/redact-traffic";

type Tested = TestedFilter["results"][number];

/** How many payloads are in memory at once. */
const READ_AT_ONCE = 10;

/** Reports which events a subscription with this filter would get: one sample, or the newest real events. */
export async function testFilter(ctx: ProjectContext, input: TestFilter): Promise<TestedFilter> {
  const errors = findFilterConfigErrors(input.filter_config);
  if (errors.length > 0) throw invalidFields(errors);
  const judge = createJudge(input.filter_config, compileFilter(input.filter_config.filter));
  const results = input.sample ? [judgeSample(judge, input.sample)] : await judgeEvents(ctx, judge, input);
  return { matched: results.filter((result) => result.matches).length, results };
}

type Judge = (
  eventType: string | null,
  input: FilterInput,
) => Pick<Tested, "matches" | "event_type_matches" | "filter_matches">;

function createJudge({ event_types }: FilterConfig, filter: CompiledFilter): Judge {
  return (eventType, input) => {
    const isOfType = eventType === null ? null : matchesEventType(event_types, eventType);
    const isWanted = filter(input);
    return { matches: isOfType !== false && isWanted, event_type_matches: isOfType, filter_matches: isWanted };
  };
}

function judgeSample(judge: Judge, sample: NonNullable<TestFilter["sample"]>): Tested {
  const { event_type = null, body, headers, query, path } = sample;
  const told = judge(event_type, { body, headers, query, path });
  return { event_id: null, event_type, source_id: null, created_at: null, ...told };
}

async function judgeEvents(
  ctx: ProjectContext,
  judge: Judge,
  { last = 1, source_id }: Pick<TestFilter, "last" | "source_id">,
): Promise<Tested[]> {
  const newest = await ctx.db
    .selectFrom("events")
    .select("id")
    .where("project_id", "=", ctx.projectId)
    .$if(source_id !== undefined, (query) => query.where("source_id", "=", source_id ?? ""))
    .orderBy("id", "desc")
    .limit(last)
    .execute();
  const results: Tested[] = [];
  for (let start = 0; start < newest.length; start += READ_AT_ONCE) {
    const ids = newest.slice(start, start + READ_AT_ONCE).map((row) => row.id);
    results.push(...(await judgeThese(ctx, judge, ids)));
  }
  return results;
}

async function judgeThese(ctx: ProjectContext, judge: Judge, ids: readonly string[]): Promise<Tested[]> {
  const rows = await ctx.db
    .selectFrom("events")
    .select(["id", "event_type", "source_id", "headers", "url_query_params", "path", "payload", "created_at"])
    .where("project_id", "=", ctx.projectId)
    .where(amongIds("id", ids))
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => {
    const received = row.headers as Record<string, string>;
    const body = parsePayload(row.payload, received["content-type"]);
    const seen = { headers: received, query: row.url_query_params, path: row.path };
    const { headers, query, path } = ctx.role === "viewer" ? maskSeen(seen) : seen;
    const told = judge(row.event_type, { body, headers, query: parsePairs(query), path });
    const { id: event_id, event_type, source_id, created_at } = row;
    return { event_id, event_type, source_id, created_at: created_at.toISOString(), ...told };
  });
}

type Seen = { headers: Record<string, string>; query: string; path: string };

/** A viewer's filter only sees what a viewer is shown: otherwise it could guess a hidden value letter by letter. */
function maskSeen({ headers, query, path }: Seen): Seen {
  return { headers: redactHeaders(headers), query: redactQuery(query), path: redactIngest(path) };
}
