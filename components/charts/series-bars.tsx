const HEIGHT = 96;
const LEAST = 1;

/** A step of time: all that is counted in it, and the part of them that is drawn in red. */
export type SeriesPoint = { time: string; total: number; bad: number };

/** The steps from one to another, both inclusive; `isFixed` while somebody drags over them. */
export type Mark = { from: number; to: number; isFixed: boolean };

type SeriesBarsProps = { points: readonly SeriesPoint[]; top: number; mark: Mark | null };

export function SeriesBars({ points, top, mark }: SeriesBarsProps) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${Math.max(1, points.length)} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="relative block h-24 w-full"
    >
      {mark && (
        <rect
          x={mark.from}
          y={0}
          width={mark.to - mark.from + 1}
          height={HEIGHT}
          className={mark.isFixed ? "fill-accent-soft" : "fill-hover"}
        />
      )}
      {points.map(({ time, total, bad }, x) => (
        <Bar
          key={time}
          x={x}
          total={(total / top) * HEIGHT}
          bad={(bad / top) * HEIGHT}
          width={barWidth(points.length)}
        />
      ))}
    </svg>
  );
}

type BarProps = { x: number; total: number; bad: number; width: number };

/** What is not zero is at least one pixel high, so that one failure among thousands is seen. */
function Bar({ x, total, bad, width }: BarProps) {
  if (total === 0) return null;
  const red = bad === 0 ? 0 : Math.max(LEAST, bad);
  const line = { x1: x + 0.5, x2: x + 0.5, y1: HEIGHT, strokeWidth: width, vectorEffect: "non-scaling-stroke" };
  return (
    <>
      <line {...line} y2={HEIGHT - Math.max(LEAST, red, total)} className="stroke-accent" />
      {red > 0 && <line {...line} y2={HEIGHT - red} className="stroke-failure-solid" />}
    </>
  );
}

/** In pixels, whatever the width of the chart is, and with room between bars on a phone too. */
function barWidth(count: number): number {
  if (count <= 31) return 8;
  return count <= 100 ? 3 : 1;
}
