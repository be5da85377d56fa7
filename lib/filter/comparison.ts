import { RE2JS } from "re2js";
import { compareNumbers, isJsonNumber } from "@/lib/wire/exact-json";
import type { Comparison } from "./filter-key";
import { createMembership, jsonEqual } from "./json-equal";

/** Whether a value passes. `undefined` is the value of a missing field. */
export type Condition = (value: unknown) => boolean;

const MAX_REGEX_LENGTH = 1000;
/** RE2's time is program size times text length, so both have a bound; `$regex` is false on longer text. */
const MAX_REGEX_PROGRAM = 1000;
const MAX_REGEX_TEXT = 65_536;

/** The test that each operator makes of one value. */
const TESTS: Readonly<Record<Comparison, (operand: unknown) => Condition>> = {
  $eq: (operand) => (value) => jsonEqual(value, operand),
  $neq: (operand) => (value) => value !== undefined && !jsonEqual(value, operand),
  $in: (operand) => {
    const isMember = createMembership(operand as unknown[]);
    return (value) => value !== undefined && isMember(value);
  },
  $nin: (operand) => {
    const isMember = createMembership(operand as unknown[]);
    return (value) => value !== undefined && !isMember(value);
  },
  $gt: (operand) => ordered(operand, (order) => order > 0),
  $gte: (operand) => ordered(operand, (order) => order >= 0),
  $lt: (operand) => ordered(operand, (order) => order < 0),
  $lte: (operand) => ordered(operand, (order) => order <= 0),
  $exist: (operand) => (value) => (value !== undefined) === operand,
  $startsWith: (operand) => (value) => typeof value === "string" && value.startsWith(operand as string),
  $endsWith: (operand) => (value) => typeof value === "string" && value.endsWith(operand as string),
  $regex: (operand) => {
    const regex = RE2JS.compile(operand as string);
    return (value) => typeof value === "string" && value.length <= MAX_REGEX_TEXT && regex.test(value);
  },
};

/**
 * Compiles the test of one operator on one value. A missing value passes nothing except `$exist: false`; order and text
 * operators are false on another type. The operand must have passed `findOperandError`.
 */
export function compileComparison(operator: Comparison, operand: unknown): Condition {
  return TESTS[operator](operand);
}

type Operand = { takes: string; fits: (operand: unknown) => boolean };

const ANYTHING: Operand = { takes: "anything", fits: () => true };
const LIST: Operand = {
  takes: "a list of one or more values",
  fits: (operand) => Array.isArray(operand) && operand.length > 0,
};
const NUMBER_OR_TEXT: Operand = {
  takes: "a number or text",
  fits: (operand) => isJsonNumber(operand) || typeof operand === "string",
};
const TRUTH: Operand = { takes: "true or false", fits: (operand) => typeof operand === "boolean" };
const TEXT: Operand = { takes: "text", fits: (operand) => typeof operand === "string" };

const OPERANDS: Readonly<Record<Exclude<Comparison, "$regex">, Operand>> = {
  $eq: ANYTHING,
  $neq: ANYTHING,
  $in: LIST,
  $nin: LIST,
  $gt: NUMBER_OR_TEXT,
  $gte: NUMBER_OR_TEXT,
  $lt: NUMBER_OR_TEXT,
  $lte: NUMBER_OR_TEXT,
  $exist: TRUTH,
  $startsWith: TEXT,
  $endsWith: TEXT,
};

/** What is wrong with an operator's operand, as a sentence, or null. */
export function findOperandError(operator: Comparison, operand: unknown): string | null {
  if (operator === "$regex") return findRegexError(operand);
  const { takes, fits } = OPERANDS[operator];
  return fits(operand) ? null : `${operator} takes ${takes}.`;
}

function findRegexError(operand: unknown): string | null {
  if (typeof operand !== "string") return "$regex takes a pattern as text.";
  if (operand.length > MAX_REGEX_LENGTH) return `$regex takes at most ${MAX_REGEX_LENGTH} characters.`;
  try {
    const size = RE2JS.compile(operand).programSize();
    return size > MAX_REGEX_PROGRAM ? "This pattern is too large: use fewer or smaller repetitions." : null;
  } catch (error) {
    return `Not a pattern in RE2 syntax: ${error instanceof Error ? error.message : "it cannot be read"}.`;
  }
}

function ordered(operand: unknown, passes: (order: number) => boolean): Condition {
  if (isJsonNumber(operand)) return (value) => isJsonNumber(value) && passes(compareNumbers(value, operand));
  const text = operand as string;
  return (value) => typeof value === "string" && passes(value < text ? -1 : value > text ? 1 : 0);
}
