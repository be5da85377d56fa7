/** A sentence about a row, cut to its cell, or to two lines of its card; complete on hover. */
export function Note({ text }: { text: string }) {
  return (
    <span title={text} className="text-ink-muted max-md:line-clamp-2 max-md:whitespace-normal">
      {text}
    </span>
  );
}
