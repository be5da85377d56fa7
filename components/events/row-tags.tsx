/** The tags of an event in its row, or in those of its deliveries. */
export function RowTags({ tags }: { tags: readonly string[] | undefined }) {
  if (!tags) return null;
  return (
    <span title={tags.join(" ")} className="ml-1.5 rounded-sm bg-sunken px-1 text-ink-muted text-xs">
      {tags.join(" · ")}
    </span>
  );
}
