"use client";

import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { ceilingOf, type Interval, nameStart, nameStep, stepAt, toRange } from "@/components/charts/time-steps";
import { useHydrated } from "@/components/time/clock";

export type SeriesPoint = { time: string; total: number; bad: number };

type SeriesChartProps = {
  /** Names the chart: "Deliveries over time". */
  label: string;
  /** What is counted: "deliveries", and the part of them that is drawn in red: "failed". */
  words: { total: string; bad: string };
  interval: Interval;
  /** The oldest first, without gaps. */
  points: readonly SeriesPoint[];
  /** Called with the range that was dragged over, or chosen by the keyboard with Shift and Enter. */
  onRange: (range: { startDate: string | null; endDate: string | null }) => void;
};

const HEIGHT = 96;

/** Counts over time. The exact numbers of the step below the pointer are shown above it; dragging chooses a range. */
export function SeriesChart({ label, words, interval, points, onRange }: SeriesChartProps) {
  const timeZone = useHydrated() ? undefined : "UTC";
  const [at, setAt] = useState<number | null>(null);
  const [from, setFrom] = useState<number | null>(null);
  const last = points.length - 1;
  const top = ceilingOf(points.map(({ total }) => total));
  const shown = at === null ? undefined : points[at];
  const marked = at === null ? null : ([Math.min(from ?? at, at), Math.max(from ?? at, at)] as const);

  const tell = (point: SeriesPoint) =>
    `${nameStep(point.time, interval, timeZone)}: ${count(point.total)} ${words.total}, ${count(point.bad)} ${words.bad}`;

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
    const moves: Record<string, number> = {
      ArrowLeft: (at ?? last + 1) - 1,
      ArrowRight: (at ?? -1) + 1,
      Home: 0,
      End: last,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setFrom(event.shiftKey ? (from ?? at ?? last) : null);
      setAt(Math.max(0, Math.min(last, next)));
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
        <span aria-hidden={shown !== undefined}>
          {shown ? tell(shown) : `${words.total.charAt(0).toUpperCase()}${words.total.slice(1)} by the ${interval}`}
        </span>
        <span aria-hidden className="flex gap-3 max-sm:hidden">
          <Key className="bg-accent">{words.total}</Key>
          <Key className="bg-failure-solid">{words.bad}</Key>
        </span>
      </figcaption>
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
        className="relative mt-1 cursor-crosshair touch-pan-y select-none border-b"
      >
        <span aria-hidden className="absolute top-0 left-0 text-ink-muted text-sm leading-4">
          {count(top)}
        </span>
        <span aria-hidden className="absolute inset-x-0 top-4 border-t border-dashed" />
        <svg
          aria-hidden
          viewBox={`0 0 ${Math.max(1, points.length)} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="mt-4 block h-24 w-full"
        >
          {marked && (
            <rect
              x={marked[0]}
              y={0}
              width={marked[1] - marked[0] + 1}
              height={HEIGHT}
              className={from === null ? "fill-hover" : "fill-accent-soft"}
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
      </div>
      <div aria-hidden className="mt-1 flex justify-between text-ink-muted text-sm">
        <span>{points[0] && nameStart(points[0].time, interval, timeZone)}</span>
        <span>{points[last] && nameStart(points[last].time, interval, timeZone)}</span>
      </div>
    </figure>
  );
}

const LEAST = 2;

type BarProps = { x: number; total: number; bad: number; width: number };

/** A count above zero is at least two pixels high, so that one failure among thousands is visible. */
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

/** In pixels, at any width of the chart, with gaps between bars on a phone too. */
function barWidth(count: number): number {
  if (count <= 31) return 8;
  return count <= 100 ? 3 : 1;
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
