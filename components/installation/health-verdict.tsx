import { StatusMark } from "@/components/status/status-badge";
import { HEALTH_LOOK } from "@/components/status/status-words";
import { RelativeTime } from "@/components/time/time";
import { Callout } from "@/components/ui/callout";
import type { InstallationHealth } from "@/lib/nouns/health/schemas";

/** Whether all is well, and if not, what is wrong and what to do. */
export function HealthVerdict({ health }: { health: InstallationHealth }) {
  const { level, problems, copies, measured_at } = health;
  const delivering = copies.filter(({ state, role }) => state === "running" && role !== "web").length;
  return (
    <section aria-label="Verdict" className="space-y-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusMark look={HEALTH_LOOK[level]} filled />
        <span className="text-ink-muted text-sm">
          {level === "healthy" && `${delivering === 1 ? "One copy delivers" : `${delivering} copies deliver`}. `}
          Measured <RelativeTime at={measured_at} />
        </span>
      </p>
      {problems.map(({ subject, level, title, advice }) => (
        <Callout key={`${subject} ${title}`} tone={level === "critical" ? "error" : "warning"} title={title}>
          <p className="max-w-prose break-words">{advice}</p>
        </Callout>
      ))}
    </section>
  );
}
