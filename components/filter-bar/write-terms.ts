import { type Choices, findChoice } from "@/components/filter-bar/find-choice";
import { quote } from "@/components/filter-bar/read-tokens";
import { readDateRange } from "@/lib/wire/date-range";

/** `name:value`, several values with commas; nothing where none is set. */
export function writeTerm(name: string, values: readonly string[] | string | undefined): string[] {
  const set = [values ?? []].flat();
  return set.length === 0 ? [] : [`${name}:${set.map(quote).join(",")}`];
}

/** The same of ids, by name where the name finds the id again. */
export function writeNames(name: string, ids: readonly string[], choices: Choices): string[] {
  const toName = (id: string) => {
    const known = choices.known.find((choice) => choice.id === id);
    const found = known ? findChoice(known.name, choices) : null;
    return known && found && "id" in found && found.id === id ? known.name : id;
  };
  return writeTerm(name, ids.map(toName));
}

/** `name>=2`, `name<=5`, `name:2..5`, `name:3`. */
export function writeAmount(name: string, min: number | undefined, max: number | undefined, unit = ""): string[] {
  if (min === undefined) return max === undefined ? [] : [`${name}<=${max}${unit}`];
  if (max === undefined) return [`${name}>=${min}${unit}`];
  return [min === max && unit === "" ? `${name}:${min}` : `${name}:${min}${unit}..${max}${unit}`];
}

/** Both ends of the range as moments. */
export function writeDates(range: { startDate?: string | undefined; endDate?: string | undefined }): string[] {
  const { start, end } = readDateRange(range);
  return [...(start ? [`after:${start.toISOString()}`] : []), ...(end ? [`before:${end.toISOString()}`] : [])];
}
