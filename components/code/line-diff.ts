export type DiffLine = { kind: "same" | "removed" | "added"; text: string };

/** A run of lines, or how many unchanged ones are left out between two runs. */
export type DiffPart = { lines: DiffLine[] } | { skipped: number };

/** Beyond this many pairs of lines the middle is told as replaced, rather than compared. */
const MAX_PAIRS = 4_000_000;

/** The lines of both texts in order, with as few changes as there can be: a longest common subsequence. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;

  const old = before.slice(start, before.length - end);
  const fresh = after.slice(start, after.length - end);
  const same = (text: string): DiffLine => ({ kind: "same", text });
  return [
    ...before.slice(0, start).map(same),
    ...(old.length * fresh.length > MAX_PAIRS ? replaceAll(old, fresh) : diffMiddle(old, fresh)),
    ...before.slice(before.length - end).map(same),
  ];
}

function replaceAll(old: readonly string[], fresh: readonly string[]): DiffLine[] {
  return [
    ...old.map((text): DiffLine => ({ kind: "removed", text })),
    ...fresh.map((text): DiffLine => ({ kind: "added", text })),
  ];
}

/** Counts for each i and j how many lines old[i…] and fresh[j…] have in common at most. */
function countCommon(old: readonly string[], fresh: readonly string[]): (i: number, j: number) => number {
  const width = fresh.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}

function diffMiddle(old: readonly string[], fresh: readonly string[]): DiffLine[] {
  const common = countCommon(old, fresh);
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length && j < fresh.length) {
    if (old[i] === fresh[j]) {
      lines.push({ kind: "same", text: old[i] ?? "" });
      i += 1;
      j += 1;
    } else if (common(i + 1, j) >= common(i, j + 1)) {
      lines.push({ kind: "removed", text: old[i] ?? "" });
      i += 1;
    } else {
      lines.push({ kind: "added", text: fresh[j] ?? "" });
      j += 1;
    }
  }
  return [...lines, ...replaceAll(old.slice(i), fresh.slice(j))];
}

/** Leaves out unchanged lines that are further than `context` from every change. */
export function foldSame(lines: readonly DiffLine[], context = 3): DiffPart[] {
  const isNear = new Uint8Array(lines.length);
  for (const [at, line] of lines.entries()) {
    if (line.kind !== "same") isNear.fill(1, Math.max(0, at - context), at + context + 1);
  }
  const parts: DiffPart[] = [];
  for (const [at, line] of lines.entries()) {
    const last = parts.at(-1);
    if (isNear[at]) {
      if (last && "lines" in last) last.lines.push(line);
      else parts.push({ lines: [line] });
    } else if (last && "skipped" in last) last.skipped += 1;
    else parts.push({ skipped: 1 });
  }
  return parts;
}
