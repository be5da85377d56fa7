import type { Scale } from "@/components/charts/scale-values";

/** How far below the top of the chart a value is drawn. */
function placeOf(value: number, scale: Scale): { top: string } {
  return { top: `${100 - scale.placeOf(value) * 100}%` };
}

/** The names of the scale's lines, beside them. It is as wide as the longest. */
export function ScaleLabels({ scale }: { scale: Scale }) {
  const names = scale.ticks.map(scale.nameOf);
  const longest = names.reduce((one, other) => (other.length > one.length ? other : one), "");
  return (
    <div aria-hidden className="relative whitespace-nowrap text-right text-ink-muted text-sm leading-4">
      <span className="invisible">{longest}</span>
      {scale.ticks.map((value, i) => (
        <span
          key={value}
          data-scale-label={value}
          className="-translate-y-1/2 absolute right-0"
          style={placeOf(value, scale)}
        >
          {names[i]}
        </span>
      ))}
    </div>
  );
}

/** The lines of the scale, behind what is drawn. A bar that is as high as its line's value ends at the line. */
export function ScaleLines({ scale }: { scale: Scale }) {
  return scale.ticks
    .slice(0, -1)
    .map((value) => (
      <span
        key={value}
        aria-hidden
        data-scale={value}
        className="absolute inset-x-0 border-t border-dashed"
        style={placeOf(value, scale)}
      />
    ));
}
