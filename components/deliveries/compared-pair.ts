/** The two attempts that an address compares, by number: `compare=1-3`; null for anything else. */
export function readPair(text: string | null): [number, number] | null {
  const [, before, after] = /^([1-9]\d{0,8})-([1-9]\d{0,8})$/.exec(text ?? "") ?? [];
  return before === undefined ? null : [Number(before), Number(after)];
}

export function writePair([before, after]: readonly [number, number]): string {
  return `${before}-${after}`;
}
