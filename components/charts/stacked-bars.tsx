import { type PlotKey, STROKE } from "@/components/charts/plot";
import type { Scale } from "@/components/charts/scale-values";

/** In pixels, and in units of the drawing. */
export const HEIGHT = 96;
const LEAST = 1;

export type Layer = PlotKey & { counts: readonly number[] };

type StackedBarsProps = { layers: readonly Layer[]; scale: Scale };

/**
 * Bars of layers, the first at the base. What is not zero is at least one pixel high, and the lower layer is drawn over
 * the upper, so that one failure among thousands is seen.
 */
export function StackedBars({ layers, scale }: StackedBarsProps) {
  const steps = layers[0]?.counts.length ?? 0;
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${Math.max(1, steps)} ${HEIGHT}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className="relative block h-24 w-full"
    >
      {toStack(layers, scale)
        .reverse()
        .map(({ name, ink, path }) => (
          <path
            key={name}
            data-layer={name}
            d={path}
            strokeWidth={barWidth(steps)}
            vectorEffect="non-scaling-stroke"
            className={STROKE[ink]}
          />
        ))}
    </svg>
  );
}

/** The layers with the path of all their bars, each above the layers before it. */
function toStack(layers: readonly Layer[], scale: Scale): (PlotKey & { path: string })[] {
  const below = new Map<number, number>();
  return layers.map(({ name, ink, counts }) => {
    const bars = counts.map((count, step) => {
      if (count === 0) return "";
      const base = below.get(step) ?? 0;
      below.set(step, base + count);
      const from = scale.placeOf(base) * HEIGHT;
      const to = Math.max(from + LEAST, scale.placeOf(base + count) * HEIGHT);
      return `M${step + 0.5} ${HEIGHT - from}V${HEIGHT - to}`;
    });
    return { name, ink, path: bars.join("") };
  });
}

/** In pixels, whatever the width of the chart is, and with room between bars on a phone too. */
function barWidth(count: number): number {
  if (count <= 31) return 8;
  return count <= 100 ? 3 : 1;
}
