import { type Line, LineEnds, Lines } from "@/components/charts/lines";
import type { Plot } from "@/components/charts/plot";
import { evenScale, nameCount, percentScale, type Scale, widestScale } from "@/components/charts/scale-values";
import { formatSuccess } from "@/components/endpoints/format-rate";
import { formatDurationMs } from "@/components/time/format-time";
import type { Stats } from "@/lib/nouns/stats/schemas";

/** Percent of the attempts of each step that succeeded; a gap where there was none. */
function plotSuccess({ series }: Stats): Plot {
  const values = series.map(({ attempts, attempts_failed }) =>
    attempts === 0 ? null : ((attempts - attempts_failed) / attempts) * 100,
  );
  const scale = percentScale((percent) => `${percent} %`);
  const lines: Line[] = [{ name: "Success", ink: "success", values }];
  return {
    ...toPlot("Attempts that succeeded", lines, scale),
    tell: (step) => {
      const { attempts = 0, attempts_failed = 0 } = series[step] ?? {};
      const percent = values[step] ?? null;
      if (percent === null) return "no attempts";
      return `${formatSuccess(percent)}, ${nameCount(attempts - attempts_failed)} of ${nameCount(attempts)} attempts succeeded`;
    },
  };
}

/** How long attempts took; a gap where there was none. */
function plotLatency({ series }: Stats): Plot {
  const lines: Line[] = [
    { name: "p50", ink: "muted", values: series.map(({ p50_ms }) => p50_ms) },
    { name: "p95", ink: "accent", values: series.map(({ p95_ms }) => p95_ms) },
    { name: "p99", ink: "held", values: series.map(({ p99_ms }) => p99_ms) },
  ];
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  return {
    ...toPlot("Latency of attempts", lines, widestScale(known, nameTick)),
    tell: (step) => {
      const told = lines.flatMap(({ name, values }) => {
        const value = values[step] ?? null;
        return value === null ? [] : [`${name} ${formatDurationMs(value)}`];
      });
      return told.join(", ") || "no attempts";
    },
  };
}

/** Deliveries that arrive in each step against attempts that succeed in it. */
function plotRate({ series, interval }: Stats): Plot {
  const each = interval === "hour" ? "an hour" : `a ${interval}`;
  const made = series.map(({ deliveries }) => deliveries);
  const succeeded = series.map(({ attempts, attempts_failed }) => attempts - attempts_failed);
  const lines: Line[] = [
    { name: "arrive", ink: "scheduled", values: made },
    { name: "succeed", ink: "success", values: succeeded },
  ];
  return {
    ...toPlot("Arrivals and successes", lines, evenScale([...made, ...succeeded])),
    tell: (step) => `${nameCount(made[step] ?? 0)} ${each} arrive, ${nameCount(succeeded[step] ?? 0)} ${each} succeed`,
  };
}

export const LINE_PLOTS = { success: plotSuccess, latency: plotLatency, rate: plotRate };

function toPlot(name: string, lines: Line[], scale: Scale): Omit<Plot, "tell"> {
  return {
    name,
    scale,
    keys: [],
    drawing: <Lines lines={lines} scale={scale} />,
    ends: <LineEnds lines={lines} scale={scale} />,
  };
}

/** "100 ms", "10 s": without what a round number does not need. */
function nameTick(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${nameCount(ms / 1_000)} s`;
}
