const DURATION = /^(?=\d)(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/;
const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
] as const;

/** Parses the seconds of a duration such as `30s`, `5m`, `1h`, `2d` or `1h30m`; null if the text is not one. */
export function parseDuration(text: string): number | null {
  const match = DURATION.exec(text);
  if (match === null) return null;
  const [days, hours, minutes, seconds] = match.slice(1).map((digits: string | undefined) => Number(digits ?? 0));
  const total = (days ?? 0) * 86_400 + (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0);
  return Number.isSafeInteger(total) ? total : null;
}

/**
 * Writes whole seconds in the largest unit that divides them: 3600 is `1h`, 90 is `90s`. `parseDuration` reads it back.
 */
export function formatDuration(seconds: number): string {
  const unit = UNITS.find(([, size]) => seconds > 0 && seconds % size === 0);
  return unit ? `${seconds / unit[1]}${unit[0]}` : `${seconds}s`;
}
