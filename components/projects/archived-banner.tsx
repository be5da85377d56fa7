import { Archive } from "lucide-react";
import { RelativeTime } from "@/components/time/time";
import { Link } from "@/components/ui/link";

type ArchivedBannerProps = { projectID: string; archivedAt: string };

/** Says on every page of an archived project why nothing happens in it. Drawn by the server: no other page loads it. */
export function ArchivedBanner({ projectID, archivedAt }: ArchivedBannerProps) {
  return (
    <p className="flex items-start gap-2 border-b bg-sunken px-4 py-2 text-ink-muted text-sm md:px-6">
      <Archive aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        Archived <RelativeTime at={archivedAt} />: it takes in nothing, attempts nothing and is not changed.{" "}
        <Link
          href={`/projects/${projectID}/settings#end`}
          className="font-medium text-accent underline-offset-2 hover:underline"
        >
          Settings
        </Link>
      </span>
    </p>
  );
}
