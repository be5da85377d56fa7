import type { JsonLine } from "@/lib/wire/json-tokens";

/** For each line that opens an object or list, the line that closes it; those on one line are left out. */
export type Folds = ReadonlyMap<number, number>;

export function findFolds(lines: readonly JsonLine[]): Folds {
  const folds = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { tokens }] of lines.entries()) {
    const first = tokens[0]?.text;
    if (first === "}" || first === "]") {
      const from = open.pop();
      if (from !== undefined) folds.set(from, at);
    }
    const last = tokens.at(-1)?.text;
    if (last === "{" || last === "[") open.push(at);
  }
  return folds;
}

/**
 * Chooses what to fold so that at most this many lines are shown at first: everything from some depth on, the outermost
 * value never.
 */
export function foldToFit(lines: readonly JsonLine[], folds: Folds, most: number): ReadonlySet<number> {
  if (lines.length <= most) return new Set();
  const atDepth: number[] = [];
  for (const { depth } of lines) atDepth[depth] = (atDepth[depth] ?? 0) + 1;
  let shown = atDepth[0] ?? 0;
  let deepest = 0;
  while (deepest + 1 < atDepth.length && shown + (atDepth[deepest + 1] ?? 0) <= most) {
    deepest += 1;
    shown += atDepth[deepest] ?? 0;
  }
  const from = Math.max(1, deepest);
  return new Set([...folds.keys()].filter((at) => (lines[at]?.depth ?? 0) >= from));
}

/** The indexes of the lines that are shown while some are folded. */
export function listShown(count: number, folds: Folds, folded: ReadonlySet<number>): number[] {
  const shown: number[] = [];
  for (let at = 0; at < count; at += 1) {
    shown.push(at);
    const end = folded.has(at) ? folds.get(at) : undefined;
    if (end !== undefined) at = end;
  }
  return shown;
}
