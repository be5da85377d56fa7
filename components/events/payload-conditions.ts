import { BODY_OPERATORS, type BodyOperator, readBodyCondition } from "@/lib/nouns/events/search-conditions";

/** The words of each operator between a path and a value. */
export const OPERATOR_WORDS: Record<BodyOperator, string> = {
  eq: "is",
  neq: "is not",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  contains: "contains",
  startsWith: "starts with",
  endsWith: "ends with",
  exist: "is there",
};

export const OPERATOR_CHOICES = BODY_OPERATORS.map((value) => ({ value, label: OPERATOR_WORDS[value] }));

/** A condition as it is written in the address. `exist` defaults to true. */
export function writeCondition(path: string, operator: BodyOperator, value: string): string {
  const text = operator === "exist" && value.trim() === "" ? "true" : value;
  return `${path.trim()}:${operator}:${text}`;
}

/** "customer.vip is true"; the text itself if it is not a condition. */
export function readAloud(written: string): string {
  const condition = readBodyCondition(written);
  if (!condition) return written;
  const { path, operator, value, text } = condition;
  if (operator === "exist") return `${path.join(".")} ${value === true ? "is there" : "is not there"}`;
  return `${path.join(".")} ${OPERATOR_WORDS[operator]} ${text === "" ? '""' : text}`;
}

/** Why a path and a value are not a valid condition yet; null if they are. */
export function findConditionError(path: string, operator: BodyOperator, value: string): string | null {
  if (path.trim() === "") return "Name the field: customer.id, or items.sku for any item of a list.";
  if (readBodyCondition(writeCondition(path, operator, value))) return null;
  if (operator === "exist") return "Write true or false.";
  if (["gt", "gte", "lt", "lte"].includes(operator)) return "Give a number or a text to compare with.";
  return value === "" ? "Give what to look for." : "Write the field as a dotted path, without colons: customer.id.";
}

type Searched = { startDate: string | null; endDate: string | null };

/**
 * The range of the same length before a range, to continue a search that ended early. Null without a start: then
 * everything was searched.
 */
export function rangeBefore(
  { startDate, endDate }: Searched,
  nowMs: number,
): { startDate: string; endDate: string } | null {
  if (startDate === null) return null;
  const start = Date.parse(startDate);
  const length = Math.max(60_000, (endDate === null ? nowMs : Date.parse(endDate)) - start);
  return { startDate: new Date(start - length).toISOString(), endDate: new Date(start - 1).toISOString() };
}
