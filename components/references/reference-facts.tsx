import { Fact } from "@/components/layout/facts";
import { writePairs } from "@/components/references/reference-values";
import { TagList } from "@/components/references/tag-list";
import { CopyButton } from "@/components/ui/copy-button";
import type { References } from "@/lib/kernel/references";

/** What a company keeps of its own on a resource, among its facts; nothing where there is none. */
export function ReferenceFacts({ of: { external_id, metadata, tags = [] } }: { of: References & { tags?: string[] } }) {
  const pairs = writePairs(metadata);
  return (
    <>
      {external_id !== null && (
        <Fact name="External id">
          <span className="flex items-center gap-1">
            <span className="truncate font-mono">{external_id}</span>
            <CopyButton value={external_id} what="external id" className="size-6" />
          </span>
        </Fact>
      )}
      {tags.length > 0 && (
        <Fact name="Tags" wide>
          <TagList tags={tags} />
        </Fact>
      )}
      {pairs.length > 0 && (
        <Fact name="Metadata" wide>
          <span className="whitespace-pre-wrap font-mono">{pairs.join("\n")}</span>
        </Fact>
      )}
    </>
  );
}
