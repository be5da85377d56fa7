type TagsProps = { tags: readonly string[] };

/** Tags beside each other. */
export function TagList({ tags }: TagsProps) {
  return (
    <span className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Tag key={tag} tag={tag} />
      ))}
    </span>
  );
}

const MARKS = 3;

/** The first tags in one line behind a name, and how many more there are. */
export function TagMarks({ tags }: TagsProps) {
  if (tags.length === 0) return null;
  const more = tags.length - MARKS;
  return (
    <span title={tags.join(" ")} className="ml-2 space-x-1">
      {tags.slice(0, MARKS).map((tag) => (
        <Tag key={tag} tag={tag} />
      ))}
      {more > 0 && <span className="text-ink-muted">+{more}</span>}
    </span>
  );
}

function Tag({ tag }: { tag: string }) {
  return <span className="rounded bg-sunken px-1.5 font-mono text-ink-muted text-sm leading-5">{tag}</span>;
}
