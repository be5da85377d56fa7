import type { Span } from "@opentelemetry/api";
import type pg from "pg";
import { ATTR } from "@/lib/tracing/attributes";
import { type Tracing, tracing, typeOf } from "@/lib/tracing/tracing";

/**
 * Makes a span of each query of a connection that is asked within a trace. It tells the statement's verb and table: its
 * text may have values of users in it, and so may the message of an error. Changes nothing while tracing is off.
 */
export function traceQueries(client: pg.PoolClient): void {
  if (tracing() === null) return;
  const query = client.query.bind(client) as (...input: unknown[]) => unknown;
  client.query = ((...input: unknown[]) => {
    const on = tracing();
    if (on?.active === undefined) return query(...input);
    const span = startSpan(on, input[0]);
    const end = (error: unknown) => endSpan(on, span, error);
    const answer = query(...input);
    // What is read in parts has no end that is known here.
    if (answer instanceof Promise) answer.then(() => end(null), end);
    else end(null);
    return answer;
  }) as typeof client.query;
}

function startSpan(on: Tracing, asked: unknown): Span {
  const { verb, summary } = summarize(textOf(asked));
  const attributes = { [ATTR.dbSystem]: "postgresql", [ATTR.dbOperation]: verb, [ATTR.dbSummary]: summary };
  return on.start(summary, { kind: "CLIENT", attributes });
}

function endSpan(on: Tracing, span: Span, error: unknown): void {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === "string") span.setAttribute(ATTR.dbStatus, code);
  on.end(span, error ? typeOf(error) : null);
}

function textOf(asked: unknown): string {
  if (typeof asked === "string") return asked;
  const { text } = (asked ?? {}) as { text?: unknown };
  return typeof text === "string" ? text : "";
}

/** How much of a statement is looked at for its first table. */
const LOOKED_AT = 2_000;
const VERB = /^\s*([a-z]{3,10})\b/i;
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][a-z0-9_]{0,62})"?/i;

/** The verb and the first table of a statement, as in `SELECT events`. */
export function summarize(text: string): { verb: string; summary: string } {
  const start = text.slice(0, LOOKED_AT);
  const verb = (VERB.exec(start)?.[1] ?? "query").toUpperCase();
  const table = TABLE.exec(start)?.[1];
  return { verb, summary: table === undefined ? verb : `${verb} ${table}` };
}
