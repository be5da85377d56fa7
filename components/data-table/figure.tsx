/** A count in a row; a dash for none, which is the usual case and should not catch the eye. */
export function Figure({ value }: { value: number | null }) {
  return value ? value.toLocaleString("en") : <span className="text-ink-muted">–</span>;
}
