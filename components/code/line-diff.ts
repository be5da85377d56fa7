import { diffArrays } from "diff";

export type DiffLine = { kind: "same" | "removed" | "added"; text: string };

/** A run of lines, or how many unchanged ones are left out between two runs. */
export type DiffPart = { lines: DiffLine[] } | { skipped: number };

/** With more changed lines the middle is told as replaced, rather than compared: the time grows with their square. */
const MAX_CHANGES = 1_000;

/** The lines of both texts in order, with as few changes as there can be. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: MAX_CHANGES });
  if (!changes) return replaceMiddle(before, after);
  return changes.flatMap(({ added, removed, value }) => toLines(added ? "added" : removed ? "removed" : "same", value));
}

function replaceMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const room = Math.min(before.length, after.length);
  let start = 0;
  while (start < room && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < room - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [
    ...toLines("same", before.slice(0, start)),
    ...toLines("removed", before.slice(start, before.length - end)),
    ...toLines("added", after.slice(start, after.length - end)),
    ...toLines("same", before.slice(before.length - end)),
  ];
}

function toLines(kind: DiffLine["kind"], texts: readonly string[]): DiffLine[] {
  return texts.map((text) => ({ kind, text }));
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
