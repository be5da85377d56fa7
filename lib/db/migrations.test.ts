import { describe, expect, it } from "vitest";
import { isOfBaseline } from "@/lib/db/baseline";
import { compareMinors } from "@/lib/db/beside";
import { listMigrations, type Migration, readMigration } from "@/lib/db/migration-files";
import { version } from "@/lib/kernel/version";

/** What takes something from copies of the version before, or changes it under them. */
const CONTRACTS =
  /\b(drop (table|column|constraint|trigger|function)|rename (column |constraint )?(to|\w+ to)|alter column|truncate)\b/i;

/** What is wrong with a migration, by the policy of UPGRADING.md; null if nothing is. */
function judge({ sql, beside }: Pick<Migration, "sql" | "beside">): string | null {
  if (beside === null)
    return "its first lines do not say `-- Beside: 0.1`, the oldest minor version that may run on it";
  if (compareMinors(version, beside) < 0) return `no copy may run beside it: ${beside} is later than ${version}`;
  const statements = sql.replaceAll(/^\s*--.*$/gm, "");
  const contracts = CONTRACTS.exec(statements)?.[0];
  if (contracts !== undefined && !/^-- Contract: \S+/m.test(sql)) {
    return `it has \`${contracts}\` and no line \`-- Contract: \` that says why copies of ${beside} do not need that`;
  }
  return null;
}

it("has only migrations that keep to the policy", async () => {
  const since = (await listMigrations()).filter((name) => !isOfBaseline(name));
  const judged = await Promise.all(since.map(async (name) => [name, judge(await readMigration(name))]));
  expect(judged.filter(([, wrong]) => wrong !== null)).toEqual([]);
});

it("has a baseline that allows no copy from before it", async () => {
  const baseline = (await listMigrations()).filter(isOfBaseline);
  const read = await Promise.all(baseline.map(readMigration));
  expect(read.length).toBeGreaterThan(0);
  expect(read.filter(({ beside }) => beside !== null)).toEqual([]);
});

describe("the policy", () => {
  const added = "alter table endpoints add column colour text;";
  const dropped = "alter table endpoints drop column colour;";
  it.each([
    ["what only adds", `-- Beside: 0.1\n${added}`, null],
    ["what says why it takes something away", `-- Contract: 0.1 does not read it.\n-- Beside: 0.1\n${dropped}`, null],
    ["what talks of dropping", `-- Why not drop column x.\n-- Beside: 0.1\n${added}`, null],
    ["no word of older copies", added, "do not say"],
    ["older copies of a later version", `-- Beside: 99.0\n${added}`, "no copy may run"],
    ["a column that goes without a word", `-- Beside: 0.1\n${dropped}`, "`drop column` and no line"],
    [
      "a column with another name",
      "-- Beside: 0.1\nalter table a rename column b to c;",
      "`rename column b to` and no",
    ],
    ["a column of another type", "-- Beside: 0.1\nalter table a alter column b type text;", "`alter column`"],
  ])("judges %s", (_, sql, expected) => {
    const beside = /^-- Beside: (\d+\.\d+)$/m.exec(sql)?.[1] ?? null;
    const wrong = judge({ sql, beside });
    if (expected === null) expect(wrong).toBeNull();
    else expect(wrong).toContain(expected);
  });
});
