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

/**
 * Compiles the test of one operator on one value. A missing value passes nothing except `$exist: false`; order and text
 * operators are false on another type. The operand must have passed `findOperandError`.
 */
export function compileComparison(operator: Comparison, operand: unknown): Condition {
  switch (operator) {
    case "$eq":
      return (value) => jsonEqual(value, operand);
    case "$neq":
      return (value) => value !== undefined && !jsonEqual(value, operand);
    case "$in": {
      const isMember = createMembership(operand as unknown[]);
      return (value) => value !== undefined && isMember(value);
    }
    case "$nin": {
      const isMember = createMembership(operand as unknown[]);
      return (value) => value !== undefined && !isMember(value);
    }
    case "$gt":
      return ordered(operand, (order) => order > 0);
    case "$gte":
      return ordered(operand, (order) => order >= 0);
    case "$lt":
      return ordered(operand, (order) => order < 0);
    case "$lte":
      return ordered(operand, (order) => order <= 0);
    case "$exist":
      return (value) => (value !== undefined) === operand;
    case "$startsWith":
      return (value) => typeof value === "string" && value.startsWith(operand as string);
    case "$endsWith":
      return (value) => typeof value === "string" && value.endsWith(operand as string);
    case "$regex": {
      const regex = RE2JS.compile(operand as string);
      return (value) => typeof value === "string" && value.length <= MAX_REGEX_TEXT && regex.test(value);
    }
  }
}

/** What is wrong with an operator's operand, as a sentence, or null. */
export function findOperandError(operator: Comparison, operand: unknown): string | null {
  switch (operator) {
    case "$eq":
    case "$neq":
      return null;
    case "$in":
    case "$nin":
      return Array.isArray(operand) && operand.length > 0 ? null : `${operator} takes a list of one or more values.`;
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      return isJsonNumber(operand) || typeof operand === "string" ? null : `${operator} takes a number or text.`;
    case "$exist":
      return typeof operand === "boolean" ? null : "$exist takes true or false.";
    case "$startsWith":
    case "$endsWith":
      return typeof operand === "string" ? null : `${operator} takes text.`;
    case "$regex":
      return findRegexError(operand);
  }
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
