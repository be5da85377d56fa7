/** A statement of a change, in which what stands between backticks is code. */
export function ChangeMessage({ text }: { text: string }) {
  return text.split("`").map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order.
      <code key={at} className="break-words rounded-sm bg-sunken px-1 font-mono">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
