import type { ProjectContext } from "@/lib/db/context";
import type { FunctionArgument } from "@/lib/functions/function-call";
import type { FunctionRunner } from "@/lib/functions/function-runner";
import { readResult, toFunctionArgument } from "@/lib/functions/read-result";
import type { TestedFunctions, TestFunction } from "@/lib/functions/schemas";
import { notFound } from "@/lib/kernel/errors";
import { idTime, newId } from "@/lib/kernel/ids";
import { RawJson } from "@/lib/wire/raw-json";

type Sample = { eventId: string | null; eventType: string | null; argument: FunctionArgument; before: string };
type Tested = TestedFunctions["results"][number];

const JSON_TYPE = { "content-type": "application/json" };

/** Runs a function on samples and reports each result; nothing is stored. */
export async function testFunction(
  ctx: ProjectContext,
  runner: FunctionRunner,
  input: TestFunction,
): Promise<TestedFunctions> {
  const samples = await readSamples(ctx, input);
  const results = await Promise.all(samples.map((sample) => tryOne(runner, input, sample)));
  return { results };
}

async function readSamples(ctx: ProjectContext, input: TestFunction): Promise<Sample[]> {
  const { payload, event_id, last = 1, source_id, kind } = input;
  if (payload !== undefined) {
    const { text, value } = RawJson.of(payload);
    const argument = kind === "header" ? { argument: value } : toFunctionArgument(Buffer.from(text), JSON_TYPE);
    return [{ eventId: null, eventType: null, argument, before: text }];
  }
  const rows = await ctx.db
    .selectFrom("events")
    .select(["id", "event_type", "headers", "payload"])
    .where("project_id", "=", ctx.projectId)
    .$if(event_id !== undefined, (query) => query.where("id", "=", event_id ?? ""))
    .$if(source_id !== undefined, (query) => query.where("source_id", "=", source_id ?? ""))
    .orderBy("id", "desc")
    .limit(event_id ? 1 : last)
    .execute();
  if (event_id && rows.length === 0) throw notFound("event");
  return rows.map((row) => {
    const headers = row.headers as Record<string, string>;
    const before = kind === "header" ? JSON.stringify(headers) : row.payload.toString("utf8");
    const argument = kind === "header" ? { argument: headers } : toFunctionArgument(row.payload, headers);
    return { eventId: row.id, eventType: row.event_type, argument, before };
  });
}

async function tryOne(runner: FunctionRunner, input: TestFunction, sample: Sample): Promise<Tested> {
  const seed = sample.eventId ?? newId();
  const outcome = await runner.run({
    source: input.function,
    ...sample.argument,
    nowMs: idTime(seed).getTime(),
    seed,
    queue: `test ${input.function}`,
  });
  const base: Tested = {
    event_id: sample.eventId,
    event_type: sample.eventType,
    before: sample.before,
    ok: false,
    is_skipped: false,
    after: null,
    headers: null,
    error: null,
    logs: outcome.logs,
    duration_ms: outcome.durationMs,
  };
  if (!outcome.ok) return { ...base, error: outcome.message };
  const read = readResult(input.kind, outcome);
  if (read.kind === "wrong") return { ...base, error: read.reason };
  if (read.kind === "skip") return { ...base, ok: true, is_skipped: true };
  return {
    ...base,
    ok: true,
    after: input.kind === "header" ? JSON.stringify(read.headers) : (read.payload?.toString("utf8") ?? sample.before),
    headers: read.headers,
  };
}
