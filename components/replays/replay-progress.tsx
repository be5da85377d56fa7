import type { Replay } from "@/lib/nouns/replays/schemas";

/** How much of the replay is done: a bar and the exact numbers. */
export function ReplayProgress({ replay }: { replay: Replay }) {
  const { percent, resent, skipped } = replay.progress;
  const done = resent + skipped;
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <span
        role="progressbar"
        aria-label={`Progress of ${replay.name}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 w-20 shrink-0 overflow-hidden rounded-full bg-discarded-soft"
      >
        <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
      <span className="truncate text-sm">
        {done.toLocaleString("en")} of {replay.preview.count.toLocaleString("en")}
      </span>
    </span>
  );
}
