type SparklineProps = {
  /** What is counted, the oldest first. */
  counts: readonly number[];
  /** The part of each count that is drawn in red; without it all is, unless there is an ink. */
  bad?: readonly number[];
  /** What the bars show, for those who do not see them. */
  label: string;
  /** The ink of what is neither good nor bad. */
  ink?: "accent";
  className?: string;
};

const HEIGHT = 20;
const WIDTH = 4;

/** Bars without a scale, as high as the largest of them. What is not zero is at least one pixel high. */
export function Sparkline({ counts, bad, label, ink, className }: SparklineProps) {
  const top = Math.max(1, ...counts);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${counts.length * WIDTH} ${HEIGHT}`}
      width={counts.length * WIDTH}
      height={HEIGHT}
      className={className}
    >
      <line x1={0} x2={counts.length * WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-line" />
      {bad && <path d={toBars(counts, top)} className="fill-accent" />}
      <path d={toBars(bad ?? counts, top)} className={ink === "accent" ? "fill-accent" : "fill-failure-solid"} />
    </svg>
  );
}

function toBars(counts: readonly number[], top: number): string {
  return counts.map((count, place) => bar(place * WIDTH, (count / top) * HEIGHT)).join("");
}

function bar(x: number, height: number): string {
  return height === 0 ? "" : `M${x} ${HEIGHT}v${-Math.max(1, height)}h${WIDTH - 1}V${HEIGHT}z`;
}
