import { ceilingOf } from "@/components/charts/time-steps";

/** How values are placed between the base of a chart and its top. */
export type Scale = {
  /** The values that are named, the highest first; the last is the base. */
  ticks: readonly number[];
  /** From 0 at the base to 1 at the top. */
  placeOf: (value: number) => number;
  nameOf: (value: number) => string;
  /** "log scale", if it is not an even one. */
  kind?: string;
};

/** Beyond this ratio of the greatest to the least, an even scale shows only the greatest. */
const EVEN_RATIO = 20;

/** From 0 to a readable number above all values. Counts are whole, so an odd top has no middle. */
export function evenScale(values: readonly number[], nameOf: Scale["nameOf"] = nameCount): Scale {
  const top = ceilingOf(values);
  return {
    ticks: top % 2 === 0 ? [top, top / 2, 0] : [top, 0],
    placeOf: (value) => value / top,
    nameOf,
  };
}

/** From 0 to 100 %. */
export function percentScale(nameOf: Scale["nameOf"]): Scale {
  return { ticks: [100, 50, 0], placeOf: (value) => value / 100, nameOf };
}

/** An even scale while it shows each value, otherwise one of powers of ten. Values of less than 1 are drawn as 1. */
export function widestScale(values: readonly number[], nameOf: Scale["nameOf"]): Scale {
  const drawn = values.map((value) => Math.max(1, value));
  const [least, most] = [Math.min(...drawn), Math.max(1, ...drawn)];
  if (drawn.length === 0 || most / least <= EVEN_RATIO) return evenScale(values, nameOf);
  const low = Math.floor(Math.log10(least));
  const high = Math.ceil(Math.log10(most));
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (high - i)),
    placeOf: (value) => (Math.log10(Math.max(1, value)) - low) / (high - low),
    nameOf,
    kind: "log scale",
  };
}

export function nameCount(value: number): string {
  return value.toLocaleString("en");
}
