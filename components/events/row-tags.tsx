/** The tags of an event in its row, or in those of its deliveries. */
export function RowTags({ tags }: { tags: readonly string[] | undefined }) {
  return tags?.map((tag) => (
    <span key={tag} className="ml-1.5 rounded-sm bg-sunken px-1 text-ink-muted text-xs">
      {tag}
    </span>
  ));
}
