import { Hourglass, type LucideIcon, RotateCw, SkipForward, Snowflake } from "lucide-react";
import type { Replay } from "@/lib/nouns/replays/schemas";

/** The replay in numbers: frozen, done and remaining. */
export function ReplayTotals({ replay }: { replay: Replay }) {
  const { preview, progress } = replay;
  return (
    <section aria-label="Progress">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded border bg-line sm:grid-cols-4">
        <Total icon={Snowflake} name="Frozen" count={preview.count} note={describeStatuses(preview.by_status)} />
        <Total icon={RotateCw} name="Resent" count={progress.resent} />
        <Total icon={SkipForward} name="Skipped" count={progress.skipped} />
        <Total icon={Hourglass} name="Waiting" count={progress.waiting} />
      </dl>
      <div
        role="progressbar"
        aria-label="Of the replay that is done"
        aria-valuenow={progress.percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-3 h-1.5 overflow-hidden rounded-full bg-discarded-soft"
      >
        <div className="h-full rounded-full bg-accent" style={{ width: `${progress.percent}%` }} />
      </div>
      <p className="mt-1 text-ink-muted text-sm">{progress.percent} % done</p>
    </section>
  );
}

function describeStatuses(counts: Replay["preview"]["by_status"]): string {
  return Object.entries(counts)
    .map(([status, count]) => `${count.toLocaleString("en")} ${status}`)
    .join(", ");
}

type TotalProps = { icon: LucideIcon; name: string; count: number; note?: string };

function Total({ icon: Icon, name, count, note }: TotalProps) {
  return (
    <div className="bg-canvas px-3 py-2.5">
      <dt className="flex items-center gap-1.5 text-ink-muted text-sm">
        <Icon aria-hidden className="size-3.5" />
        {name}
      </dt>
      <dd className="font-medium text-lg">{count.toLocaleString("en")}</dd>
      {note && <dd className="text-ink-muted text-sm">{note}</dd>}
    </div>
  );
}
