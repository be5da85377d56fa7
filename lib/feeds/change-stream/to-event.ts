import type { Column, Relation, Row, Value } from "@/lib/feeds/change-stream/pgoutput";
import type { ChangeOperation } from "@/lib/kernel/vocabulary";

export type Change = {
  operation: ChangeOperation | "snapshot";
  relation: Relation;
  old: { row: Row; isKey: boolean } | null;
  new: Row | null;
  /** The position of the commit, or of the snapshot. */
  lsn: string;
  committedAt: Date | null;
};

const BOOLEAN = 16;
/** int2, int4, oid, float4, float8. Wider ones are written as text, because readers of JSON round them. */
const NUMBERS = new Set([21, 23, 26, 700, 701]);
const JSON_TYPES = new Set([114, 3802]);
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** The payload of a change, as JSON, and its type such as `public.orders.update`. Pure. */
export function toEvent(change: Change): { json: string; eventType: string } {
  const { operation, relation, old, committedAt } = change;
  const { schema, name, columns } = relation;
  // A large value that was left as it was stands in the old row, where the table's replica identity sends that whole.
  const row = change.new?.map((value, i) => (value === undefined && old && !old.isKey ? old.row[i] : value)) ?? null;
  const unchanged = (row ?? []).flatMap((value, i) => (value === undefined ? [columns[i]?.name ?? ""] : []));
  const fields: [string, string][] = [
    ["operation", JSON.stringify(operation)],
    ["schema", JSON.stringify(schema)],
    ["table", JSON.stringify(name)],
    ["new", row === null ? "null" : writeRow(columns, row)],
    ["old", old === null ? "null" : writeRow(columns, old.row, old.isKey)],
    ["unchanged", JSON.stringify(unchanged)],
    ["lsn", JSON.stringify(change.lsn)],
    ["committed_at", JSON.stringify(committedAt)],
  ];
  return {
    json: `{${fields.map(([key, value]) => `"${key}":${value}`).join(",")}}`,
    eventType: [schema, name, operation].map(toWord).join("."),
  };
}

function toWord(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_");
}

function writeRow(columns: readonly Column[], row: Row, onlyKey = false): string {
  const members = row.flatMap((value, i) => {
    const column = columns[i];
    if (!column || value === undefined || (onlyKey && !column.isKey)) return [];
    return [`${JSON.stringify(column.name)}:${writeValue(column.typeOid, value)}`];
  });
  return `{${members.join(",")}}`;
}

function writeValue(typeOid: number, value: Exclude<Value, undefined>): string {
  if (value === null) return "null";
  if (typeOid === BOOLEAN) return value === "t" ? "true" : "false";
  // As PostgreSQL writes it, so that -0 stays what it is; NaN and Infinity are text.
  if (NUMBERS.has(typeOid) && JSON_NUMBER.test(value)) return value;
  return JSON_TYPES.has(typeOid) ? value : JSON.stringify(value);
}

/** As PostgreSQL writes it: `16/B374D848`. */
export function writeLsn(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffffffffn).toString(16).toUpperCase()}`;
}

export function readLsn(text: string): bigint {
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
