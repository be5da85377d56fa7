import { cn } from "@/components/ui/class-names";

/** Text of the document: its paragraphs, with text between backticks as code. */
export function Prose({ text, className }: { text: string; className?: string }) {
  return (
    <div className={cn("max-w-prose space-y-3", className)}>
      {text.split("\n\n").map((paragraph) => (
        <p key={paragraph}>
          <Inline text={paragraph} />
        </p>
      ))}
    </div>
  );
}

export function Inline({ text }: { text: string }) {
  return text.split("`").map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change their order.
      <code key={at} className="break-words rounded-sm bg-discarded-soft px-1 font-mono">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
