"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { formatSeconds } from "@/components/time/format-time";
import { plannedAttempts } from "@/lib/kernel/retry-plan";
import type { Project } from "@/lib/nouns/projects/schemas";

const MINUTE_MS = 60_000;
const TICKS = [
  { name: "1 min", at: MINUTE_MS },
  { name: "1 h", at: 60 * MINUTE_MS },
  { name: "1 d", at: 24 * 60 * MINUTE_MS },
] as const;
/** As many attempts as are worth drawing, and as the setting takes. */
const MOST = 100;

/** When the attempts of a delivery that keeps failing are made, by what the form says now. */
export function RetrySchedule() {
  const { control } = useFormContext<Pick<Project, "settings">>();
  const { strategy, interval_seconds, retry_limit, max_retry_seconds } = useWatch({ control, name: "settings.retry" });
  const [first, attempts, longest] = [interval_seconds, retry_limit, max_retry_seconds].map(Number);
  if (!isCount(first) || !isCount(longest) || !isCount(attempts) || attempts > MOST) return null;
  const growth = { strategy, intervalSeconds: first, maxRetrySeconds: longest };
  return <Schedule times={plannedAttempts(attempts, growth)} />;
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 1;
}

function Schedule({ times }: { times: readonly number[] }) {
  const end = times.at(-1) ?? 0;
  const words = tell(times);
  return (
    <figure className="text-sm">
      {end > 0 && (
        <svg role="img" aria-label="When attempts are made" className="h-9 w-full overflow-visible">
          <line x1="0" x2="100%" y1="10" y2="10" className="stroke-line-strong" />
          {TICKS.filter(({ at }) => at < end).map(({ name, at }) => (
            <g key={name} className="fill-ink-muted">
              <line x1={place(at, end)} x2={place(at, end)} y1="4" y2="16" className="stroke-line-strong" />
              <text x={place(at, end)} y="32" textAnchor="middle" className="text-xs">
                {name}
              </text>
            </g>
          ))}
          {times.map((at) => (
            <circle key={at} cx={place(at, end)} cy="10" r="4" className="fill-accent" />
          ))}
        </svg>
      )}
      <figcaption className="text-ink-muted">{words}</figcaption>
    </figure>
  );
}

/** Logarithmic, because each wait is about twice the one before. */
function place(at: number, end: number): string {
  return `${(100 * Math.log1p(at / 1_000)) / Math.log1p(end / 1_000)}%`;
}

const SHOWN = 6;

function tell(times: readonly number[]): string {
  if (times.length === 1) return "One attempt, and no retry.";
  const waits = times.slice(1).map((at, place) => formatSeconds((at - (times[place] ?? 0)) / 1_000));
  const shown = waits.length > SHOWN + 1 ? [...waits.slice(0, SHOWN), "…", waits.at(-1)] : waits;
  const whole = formatSeconds((times.at(-1) ?? 0) / 1_000);
  return `${times.length} attempts within ${whole}. The waits, each ±10 %: ${shown.join(", ")}.`;
}
