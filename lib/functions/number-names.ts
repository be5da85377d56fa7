import { isBigWhole, type NumberForm } from "@/lib/functions/number-forms";
import { parseMarked, writingOf } from "@/lib/functions/odd-numbers";

/**
 * How the odd numbers of an argument are written, for whoever writes them again: by "value name", the name being that of
 * the field or `[]` in a list. A number of many digits also by "value" alone: nobody comes to it by chance. Null where
 * numbers of that value and name are written in several ways; `isAmbiguous` says that there are such.
 */
export type NumberNames = { names: Record<string, string | null>; isAmbiguous: boolean; hasBigWholes: boolean };

export function findNumberNames(json: string, form: NumberForm): NumberNames {
  const writings = new Map<string, string | null>();
  let hasBigWholes = false;
  const add = (key: string, writing: string) => {
    const known = writings.get(key);
    writings.set(key, known === undefined || known === writing ? writing : null);
  };
  for (const { name, writing } of findNumbers(json)) {
    const isBig = isBigWhole(writing);
    hasBigWholes ||= isBig;
    if (isBig && form === "exact") continue;
    const number = Number(writing);
    const shown = Object.is(number, -0) ? "-0" : String(number);
    add(`${shown} ${name}`, writing);
    if (Number.isFinite(number) && HAS_MANY_DIGITS.test(writing)) add(shown, writing);
  }
  const odd = [...writings].filter(([, writing]) => writing === null || writing !== String(Number(writing)));
  const isAmbiguous = odd.some(([key, writing]) => writing === null && key.includes(" "));
  return { names: Object.fromEntries(odd), isAmbiguous, hasBigWholes };
}

/** The odd numbers of a JSON text, with the name of their field, or `[]` in a list. */
function* findNumbers(json: string): Generator<{ name: string; writing: string }> {
  const rest: object[] = [{ "": parseMarked(json) }];
  for (let holder = rest.pop(); holder; holder = rest.pop()) {
    const isList = Array.isArray(holder);
    for (const [key, value] of Object.entries(holder) as [string, unknown][]) {
      const writing = writingOf(value);
      if (writing !== null) yield { name: isList ? "[]" : key, writing };
      else if (typeof value === "object" && value !== null) rest.push(value);
    }
  }
}

/** More than any number keeps. */
const HAS_MANY_DIGITS = /^[^1-9]*[1-9](?:[.]?\d){15}/;
