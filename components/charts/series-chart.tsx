"use client";

import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { FILL, type Plot } from "@/components/charts/plot";
import { ScaleLabels, ScaleLines } from "@/components/charts/scale";
import { type Interval, nameStart, nameStep, stepAt, stepByKey, toRange } from "@/components/charts/time-steps";
import { useZone } from "@/components/time/use-zone";
import { cn } from "@/components/ui/class-names";

type SeriesChartProps = {
  /** Names the chart: "Deliveries over time". */
  label: string;
  plot: Plot;
  interval: Interval;
  /** The starts of the steps, the oldest first, without gaps. */
  times: readonly string[];
  /** What is left out, after the name: "without the other filters". */
  note?: string | undefined;
  /** Beside the name, such as what chooses another plot. */
  children?: ReactNode;
  /** Called with the range that was dragged over, or chosen by the keyboard with Shift and Enter. */
  onRange: (range: { startDate: string | null; endDate: string | null }) => void;
};

/** A plot over time. The exact numbers of the step below the pointer are shown above it; dragging chooses a range. */
export function SeriesChart({ label, plot, interval, times, note, children, onRange }: SeriesChartProps) {
  const zone = useZone();
  const [at, setAt] = useState<number | null>(null);
  const [from, setFrom] = useState<number | null>(null);
  const last = times.length - 1;
  const shown = at !== null && at <= last ? at : null;

  const tell = (step: number) => {
    const time = times[step];
    return time === undefined ? "Nothing" : `${nameStep(time, interval, zone)}: ${plot.tell(step)}`;
  };

  const choose = (a: number, b: number) => onRange(toRange(times, interval, [a, b]));

  const find = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return stepAt((event.clientX - left) / width, times.length);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepByKey(event.key, at, last);
    if (next !== undefined) {
      event.preventDefault();
      setFrom(event.shiftKey ? (from ?? at ?? last) : null);
      setAt(next);
    } else if (event.key === "Enter" && at !== null) {
      event.preventDefault();
      choose(from ?? at, at);
    } else if (event.key === "Escape" && from !== null) {
      event.preventDefault();
      setFrom(null);
    }
  };

  return (
    <figure className="@container min-w-0">
      <div className="flex @3xl:flex-row flex-col gap-x-6 gap-y-1">
        {/* Has room for what will be told, which is longer than the name: nothing moves under the pointer. */}
        <figcaption className="@max-3xl:order-last h-10 @max-[30rem]:h-15 min-w-0 @3xl:flex-1 text-ink-muted text-sm">
          <span aria-hidden={shown !== null}>{shown === null ? nameChart(plot, interval, note) : tell(shown)}</span>
        </figcaption>
        {children}
      </div>
      <div
        className={cn(
          "@container mt-2 grid gap-x-2",
          plot.ends ? "grid-cols-[auto_minmax(0,1fr)_auto]" : "grid-cols-[auto_minmax(0,1fr)]",
        )}
      >
        <ScaleLabels scale={plot.scale} />
        <div
          role="slider"
          tabIndex={0}
          aria-label={`${label}. Arrows move, with Shift they mark, Enter shows what is marked`}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, last)}
          aria-valuenow={shown ?? last}
          aria-valuetext={tell(shown ?? last)}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            setFrom(find(event));
            setAt(find(event));
          }}
          onPointerMove={(event) => setAt(find(event))}
          onPointerUp={(event) => {
            if (from === null) return;
            const end = find(event);
            setFrom(null);
            if (from !== end) choose(from, end);
          }}
          onPointerCancel={() => setFrom(null)}
          onPointerLeave={({ pointerType }) => {
            // A finger leaves when it is lifted: what it chose is still to be read.
            if (from === null && pointerType !== "touch") setAt(null);
          }}
          onBlur={() => {
            setAt(null);
            setFrom(null);
          }}
          className="relative cursor-crosshair touch-pan-y select-none border-b"
        >
          <ScaleLines scale={plot.scale} />
          {shown !== null && (
            <MarkedSteps from={from ?? shown} to={shown} count={times.length} isFixed={from !== null} />
          )}
          {plot.drawing}
        </div>
        {plot.ends}
        <Ends times={times} interval={interval} zone={zone}>
          {plot.keys.map(({ name, ink }) => (
            <span key={name} className="flex items-center gap-1.5 whitespace-nowrap">
              <span className={cn("size-2 rounded-sm", FILL[ink])} />
              {name}
            </span>
          ))}
        </Ends>
      </div>
    </figure>
  );
}

function nameChart({ name, scale }: Plot, interval: Interval, note: string | undefined): string {
  return [`${name} by the ${interval}`, scale.kind, note].filter((part) => part !== undefined).join(", ");
}

type MarkedStepsProps = { from: number; to: number; count: number; isFixed: boolean };

/** The steps below the pointer, or those that are dragged over. */
function MarkedSteps({ from, to, count, isFixed }: MarkedStepsProps) {
  const left = (Math.min(from, to) / count) * 100;
  const width = ((Math.abs(to - from) + 1) / count) * 100;
  return (
    <span
      aria-hidden
      className={cn("absolute inset-y-0", isFixed ? "bg-accent-soft" : "bg-hover")}
      style={{ left: `${left}%`, width: `${width}%` }}
    />
  );
}

type EndsProps = Pick<SeriesChartProps, "times" | "interval"> & { zone: string; children: ReactNode };

/** The times at which the chart begins and its last step begins, and what the colours mean between them. */
function Ends({ times, interval, zone, children }: EndsProps) {
  const [first, last] = [times[0], times.at(-1)];
  return (
    <div aria-hidden className="col-start-2 mt-1 flex flex-wrap justify-between gap-x-4 text-ink-muted text-sm">
      <span>{first && nameStart(first, interval, zone)}</span>
      <span className="flex flex-wrap justify-center gap-x-4 @max-md:order-last @max-md:w-full">{children}</span>
      <span>{last && nameStart(last, interval, zone)}</span>
    </div>
  );
}
