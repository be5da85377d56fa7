const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
] as const;

/** Whole seconds in the largest unit that they fill: "45 s", "31 min", "6 h". */
export function sayDuration(seconds: number): string {
  const unit = UNITS.find(([, size]) => seconds >= size);
  return unit ? `${Math.floor(seconds / unit[1])} ${unit[0]}` : `${seconds} s`;
}

export function sayCount(count: number): string {
  return count.toLocaleString("en");
}
