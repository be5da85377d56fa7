/** A sentence about a row, in two lines at most, which fit the row's height; complete on hover. */
export function Note({ text }: { text: string }) {
  return (
    <span title={text} className="line-clamp-2 whitespace-normal text-ink-muted md:leading-4">
      {text}
    </span>
  );
}
