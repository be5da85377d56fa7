"use client";

import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { ScaleLabels, ScaleLines } from "@/components/charts/scale";
import { type Mark, SeriesBars, type SeriesPoint } from "@/components/charts/series-bars";
import {
  ceilingOf,
  type Interval,
  nameStart,
  nameStep,
  stepAt,
  stepByKey,
  toRange,
} from "@/components/charts/time-steps";
import { useZone } from "@/components/time/use-zone";

type SeriesChartProps = {
  /** Names the chart: "Deliveries over time". */
  label: string;
  /** What is counted: "deliveries", and the part of them that is drawn in red: "failed". */
  words: { total: string; bad: string };
  interval: Interval;
  /** The oldest first, without gaps. */
  points: readonly SeriesPoint[];
  /** What is left out of the counts, after their name: "without the other filters". */
  note?: string;
  /** Called with the range that was dragged over, or chosen by the keyboard with Shift and Enter. */
  onRange: (range: { startDate: string | null; endDate: string | null }) => void;
};

/** Counts over time. The exact numbers of the step below the pointer are shown above it; dragging chooses a range. */
export function SeriesChart({ label, words, interval, points, note, onRange }: SeriesChartProps) {
  const zone = useZone();
  const [at, setAt] = useState<number | null>(null);
  const [from, setFrom] = useState<number | null>(null);
  const last = points.length - 1;
  const top = ceilingOf(points.map(({ total }) => total));
  const shown = at === null ? undefined : points[at];
  const mark = at === null ? null : toMark(from, at);

  const tell = (point: SeriesPoint) =>
    `${nameStep(point.time, interval, zone)}: ${count(point.total)} ${words.total}, ${count(point.bad)} ${words.bad}`;

  const choose = (a: number, b: number) =>
    onRange(
      toRange(
        points.map(({ time }) => time),
        interval,
        [a, b],
      ),
    );

  const find = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return stepAt((event.clientX - left) / width, points.length);
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
    <figure className="min-w-0">
      <figcaption className="flex min-h-5 flex-wrap justify-between gap-x-3 text-ink-muted text-sm">
        <span aria-hidden={shown !== undefined}>{shown ? tell(shown) : nameChart(words.total, interval, note)}</span>
        <span aria-hidden className="flex gap-3 max-sm:hidden">
          <Key className="bg-accent">{words.total}</Key>
          <Key className="bg-failure-solid">{words.bad}</Key>
        </span>
      </figcaption>
      <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <ScaleLabels top={top} />
        <div
          role="slider"
          tabIndex={0}
          aria-label={`${label}. Arrows move, with Shift they mark, Enter shows what is marked`}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, last)}
          aria-valuenow={at ?? last}
          aria-valuetext={tell(shown ?? points[last] ?? { time: new Date(0).toISOString(), total: 0, bad: 0 })}
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
          onPointerLeave={() => {
            if (from === null) setAt(null);
          }}
          onBlur={() => {
            setAt(null);
            setFrom(null);
          }}
          className="relative cursor-crosshair touch-pan-y select-none border-b"
        >
          <ScaleLines top={top} />
          <SeriesBars points={points} top={top} mark={mark} />
        </div>
        <Ends points={points} interval={interval} zone={zone} />
      </div>
    </figure>
  );
}

function nameChart(total: string, interval: Interval, note: string | undefined): string {
  const name = `${total.charAt(0).toUpperCase()}${total.slice(1)} by the ${interval}`;
  return note === undefined ? name : `${name}, ${note}`;
}

type EndsProps = Pick<SeriesChartProps, "points" | "interval"> & { zone: string };

/** The times at which the chart begins and its last step begins. */
function Ends({ points, interval, zone }: EndsProps) {
  const [first, last] = [points[0], points.at(-1)];
  return (
    <div aria-hidden className="col-start-2 mt-1 flex justify-between text-ink-muted text-sm">
      <span>{first && nameStart(first.time, interval, zone)}</span>
      <span>{last && nameStart(last.time, interval, zone)}</span>
    </div>
  );
}

function toMark(from: number | null, at: number): Mark {
  if (from === null) return { from: at, to: at, isFixed: false };
  return { from: Math.min(from, at), to: Math.max(from, at), isFixed: true };
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className={`size-2 rounded-sm ${className}`} />
      {children}
    </span>
  );
}

function count(value: number): string {
  return value.toLocaleString("en");
}
