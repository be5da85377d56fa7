/** The values of the scale that have a line, the highest first. Counts are whole, so an odd top has no middle. */
export function scaleOf(top: number): number[] {
  return top % 2 === 0 ? [top, top / 2] : [top];
}

/** How far below the top of the chart a value is drawn. */
function placeOf(value: number, top: number): { top: string } {
  return { top: `${100 - (value / top) * 100}%` };
}

/** The names of the scale's lines, beside them. It is as wide as the longest. */
export function ScaleLabels({ top }: { top: number }) {
  return (
    <div aria-hidden className="relative text-right text-ink-muted text-sm leading-4">
      <span className="invisible">{label(top)}</span>
      {[...scaleOf(top), 0].map((value) => (
        <span
          key={value}
          data-scale-label={value}
          className="-translate-y-1/2 absolute right-0"
          style={placeOf(value, top)}
        >
          {label(value)}
        </span>
      ))}
    </div>
  );
}

/** The lines of the scale, behind the bars. A bar that is as high as its line's value ends at the line. */
export function ScaleLines({ top }: { top: number }) {
  return scaleOf(top).map((value) => (
    <span
      key={value}
      aria-hidden
      data-scale={value}
      className="absolute inset-x-0 border-t border-dashed"
      style={placeOf(value, top)}
    />
  ));
}

function label(value: number): string {
  return value.toLocaleString("en");
}
