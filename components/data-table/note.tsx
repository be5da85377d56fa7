/** A sentence about a row, cut to its cell; all of it on hover. */
export function Note({ text }: { text: string }) {
  return (
    <span title={text} className="text-ink-muted">
      {text}
    </span>
  );
}
