import { closest, distance } from "fastest-levenshtein";
import { isUuid } from "@/components/ids/id-text";

export type Choice = { id: string; name: string };

/** What a name may stand for. `isAll` is false where there are more than are known here. */
export type Choices = { noun: string; known: readonly Choice[]; isAll: boolean };

/** The values of a closed list. */
export function toClosedChoices(noun: string, values: readonly string[]): Choices {
  return { noun, known: values.map((value) => ({ id: value, name: value })), isAll: true };
}

export type Found = { id: string } | { problem: string };

/** What a name stands for, in any case: by its whole, else by a beginning or a part that only one has. */
export function findChoice(typed: string, choices: Choices): Found {
  if (isUuid(typed)) return { id: typed };
  const wanted = typed.toLowerCase();
  const exact = choices.known.filter(({ name }) => name === typed);
  const [only, ...others] = exact.length > 0 ? exact : firstThatFit(wanted, choices.known);
  if (!only) return { problem: tellUnknown(typed, choices) };
  if (others.length === 0) return { id: only.id };
  return { problem: tellSeveral(typed, choices.noun, [only, ...others]) };
}

function firstThatFit(wanted: string, known: readonly Choice[]): readonly Choice[] {
  const tests = [
    (name: string) => name === wanted,
    (name: string) => name.startsWith(wanted),
    (name: string) => name.includes(wanted),
  ];
  const fitting = tests.map((fits) => known.filter(({ name }) => fits(name.toLowerCase())));
  return fitting.find(({ length }) => length > 0) ?? [];
}

const MAX_NAMED = 6;

function tellSeveral(typed: string, noun: string, found: readonly Choice[]): string {
  const names = [...new Set(found.map(({ name }) => name))];
  if (names.length === 1) return `${found.length} ${noun}s are named ${names[0]}. Give the id of one.`;
  return `“${typed}” fits ${listNames(names)}. Write more of the name.`;
}

function tellUnknown(typed: string, { noun, known, isAll }: Choices): string {
  if (known.length === 0) return `There is no ${noun} yet.`;
  const none = isAll
    ? `No ${noun} is named ${typed}.`
    : `None of the newest ${known.length} ${noun}s is named ${typed}.`;
  const near = nearest(
    typed,
    known.map(({ name }) => name),
  );
  if (near !== null) return `${none} Did you mean ${near}?`;
  if (!isAll) return `${none} Give its id.`;
  return `${none} There ${known.length === 1 ? "is" : "are"} ${listNames(known.map(({ name }) => name))}.`;
}

/** The name that differs by a slip of the keys only; null if none does. */
export function nearest(typed: string, names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const lower = names.map((name) => name.toLowerCase());
  const near = closest(typed.toLowerCase(), lower);
  const isNear = distance(typed.toLowerCase(), near) <= Math.max(1, Math.floor(near.length / 3));
  return isNear ? (names[lower.indexOf(near)] ?? null) : null;
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(", ");
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown;
}
