import { type PlotKey, STROKE, TEXT } from "@/components/charts/plot";
import type { Scale } from "@/components/charts/scale-values";
import { spread } from "@/components/charts/spread";
import { HEIGHT } from "@/components/charts/stacked-bars";
import { cn } from "@/components/ui/class-names";

/** A value of each step; null where there is none, which is a gap. */
export type Line = PlotKey & { values: readonly (number | null)[] };

const LABEL_HEIGHT = 15;

/** Lines through the middle of each step. A value between two gaps is a dot. */
export function Lines({ lines, scale }: { lines: readonly Line[]; scale: Scale }) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${Math.max(1, lines[0]?.values.length ?? 0)} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="relative block h-24 w-full overflow-visible"
    >
      {lines.map(({ name, ink, values }) => (
        <path
          key={name}
          data-line={name}
          d={toPath(values, scale)}
          fill="none"
          strokeWidth={2}
          strokeLinecap="round"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className={STROKE[ink]}
        />
      ))}
    </svg>
  );
}

function toPath(values: readonly (number | null)[], scale: Scale): string {
  return values
    .map((value, step) => {
      if (value === null) return "";
      const place = `${step + 0.5} ${HEIGHT - scale.placeOf(value) * HEIGHT}`;
      const begins = (values[step - 1] ?? null) === null;
      const isDot = begins && (values[step + 1] ?? null) === null;
      return isDot ? `M${place}h0` : `${begins ? "M" : "L"}${place}`;
    })
    .join("");
}

/** The names of the lines, at the height where each ends, as far as there is room. */
export function LineEnds({ lines, scale }: { lines: readonly Line[]; scale: Scale }) {
  const ended = lines.flatMap(({ name, ink, values }) => {
    const last = values.findLast((value) => value !== null);
    return last === undefined || last === null ? [] : [{ name, ink, place: (1 - scale.placeOf(last)) * HEIGHT }];
  });
  const places = spread(
    ended.map(({ place }) => place),
    LABEL_HEIGHT,
    HEIGHT,
  );
  return (
    <div aria-hidden className="relative whitespace-nowrap text-sm leading-4">
      {lines.map(({ name }) => (
        <span key={name} className="invisible block h-0">
          {name}
        </span>
      ))}
      {ended.map(({ name, ink }, i) => (
        <span
          key={name}
          className={cn("-translate-y-1/2 absolute left-0", TEXT[ink])}
          style={{ top: `${places[i] ?? 0}px` }}
        >
          {name}
        </span>
      ))}
    </div>
  );
}
