import { CircleCheck, History } from "lucide-react";
import { RelativeTime } from "@/components/time/time";
import type { FunctionVersionSummary } from "@/lib/nouns/function-versions/schemas";

type VersionProps = { version: FunctionVersionSummary };
type Saved = Pick<FunctionVersionSummary, "saved_by" | "saved_at">;

/** Whether it is the present one. */
export function VersionMark({ version: { is_current, replaced_at } }: VersionProps) {
  if (is_current) {
    return (
      <span className="inline-flex items-center gap-1 whitespace-nowrap text-success text-sm">
        <CircleCheck aria-hidden className="size-3.5" />
        In use
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-ink-muted text-sm">
      <History aria-hidden className="size-3.5" />
      <span>
        Ended <RelativeTime at={replaced_at} />
      </span>
    </span>
  );
}

/** Who saved it and when. */
export function SavedBy({ version: { saved_by, saved_at } }: { version: Saved }) {
  if (saved_at === null) return <>in use before versions were kept</>;
  return (
    <>
      saved by <span className="break-words">{saved_by}</span> <RelativeTime at={saved_at} />
    </>
  );
}
