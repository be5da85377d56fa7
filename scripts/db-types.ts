import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import {
  type ExpressionNode,
  GenericExpressionNode,
  generate,
  IdentifierNode,
  PostgresDialect,
  UnionExpressionNode,
} from "kysely-codegen";
import { closeDatabase, createDatabase, type Database } from "@/lib/db/client";
import { startEmbeddedDatabase } from "@/lib/db/embedded/embedded";
import { migrate } from "@/lib/db/migrate";
import { CLOSED_LISTS } from "./closed-lists";

/** Writes lib/db/generated.ts from a freshly migrated database. */
const dataDir = await mkdtemp(path.join(tmpdir(), "hookyard-types-"));
const embedded = await startEmbeddedDatabase({ dataDir, durable: false });
const db = createDatabase(embedded.url);
try {
  await migrate(embedded.url);
  await generate({
    db,
    dialect: new PostgresDialect(),
    excludePattern: "*_default",
    outFile: "lib/db/generated.ts",
    typeMapping: { int8: "number" },
    customImports: Object.fromEntries(Object.values(CLOSED_LISTS).map((type) => [type, "@/lib/kernel/vocabulary"])),
    overrides: { columns: await readClosedColumns(db) },
  });
} finally {
  await closeDatabase(db);
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}

type Column = { name: string; isNullable: boolean; hasDefault: boolean };

/** The types of the columns with closed lists. One that the database does not have is an error. */
async function readClosedColumns(db: Database): Promise<Record<string, ExpressionNode>> {
  const { rows } = await sql<Column>`
    select table_name || '.' || column_name as name, is_nullable = 'YES' as "isNullable",
      column_default is not null as "hasDefault"
    from information_schema.columns where table_schema = 'public'`.execute(db);
  const columns = new Map(rows.map((column) => [column.name, column]));
  return Object.fromEntries(
    Object.entries(CLOSED_LISTS).map(([name, type]) => {
      const column = columns.get(name);
      if (!column) throw new Error(`${name} of closed-lists.ts is no column.`);
      return [name, toType(column, new IdentifierNode(type))];
    }),
  );
}

function toType({ isNullable, hasDefault }: Column, list: ExpressionNode): ExpressionNode {
  const value = isNullable ? new UnionExpressionNode([list, new IdentifierNode("null")]) : list;
  return hasDefault ? new GenericExpressionNode("Generated", [value]) : value;
}
