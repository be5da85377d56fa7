import type { Probe, Statement } from "@/bench/lists/probe";
import type { Database } from "@/lib/db/client";

/** A query plan that reads a whole table of a list. */
export type SequentialScan = { table: string; statement: string; request: string };

/** A partition with fewer pages than this is read faster whole than by any index. */
const SMALL_PAGES = 64;

const LISTED =
  /^(events|event_deliveries|delivery_attempts|meta_events|delivery_queue|alerts|audit_log|replay_items)(_|$)/;

/** Examines the query plan of each statement of the request, with its own parameters. */
export async function findSequentialScans(
  probe: Probe,
  request: { path: string; apiKey: string },
  { smallPages = SMALL_PAGES } = {},
): Promise<SequentialScan[]> {
  const statements = await probe.listStatements(request.path, request.apiKey);
  const found: SequentialScan[] = [];
  for (const statement of statements.filter(({ text }) => /^\s*\(?(select|with)/i.test(text))) {
    for (const table of await scannedTables(probe.db, statement, smallPages)) {
      found.push({ table, statement: statement.text.replace(/\s+/g, " ").trim(), request: request.path });
    }
  }
  return found;
}

async function scannedTables(db: Database, { text, values }: Statement, smallPages: number): Promise<string[]> {
  const { rows } = await db.pool.query(`explain (format json) ${text}`, values);
  const scanned = listNodes(rows[0]["QUERY PLAN"][0].Plan)
    .filter((node) => node["Node Type"] === "Seq Scan")
    .map((node) => node["Relation Name"] ?? "")
    .filter((table) => LISTED.test(table));
  if (scanned.length === 0) return [];
  const { rows: large } = await db.pool.query<{ name: string }>(
    "select relname as name from pg_class where relname = any($1) and relnamespace = 'public'::regnamespace and pg_relation_size(oid) >= $2",
    [scanned, smallPages * 8_192],
  );
  return large.map(({ name }) => name);
}

type PlanNode = { "Node Type": string; "Relation Name"?: string; Plans?: PlanNode[] };

function listNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(listNodes)];
}
