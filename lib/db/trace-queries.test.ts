import { expect, it } from "vitest";
import { summarize } from "@/lib/db/trace-queries";

it.each([
  ['select "id" from "events" as "e" where id = $1', "SELECT", "SELECT events"],
  ["\n  insert into audit_log (id) values ($1)", "INSERT", "INSERT audit_log"],
  ["update only endpoints set name = 'canary'", "UPDATE", "UPDATE endpoints"],
  ["delete from receivers where token = 'canary'", "DELETE", "DELETE receivers"],
  ["with due as (select 1 from lanes) update delivery_queue set x = 1", "WITH", "WITH lanes"],
  ["begin", "BEGIN", "BEGIN"],
  ["", "QUERY", "QUERY"],
  [`select '${"x".repeat(1_000_000)}'`, "SELECT", "SELECT"],
])("tells a statement by verb and table: %.60s", (text, verb, summary) => {
  expect(summarize(text)).toEqual({ verb, summary });
});
