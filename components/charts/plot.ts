import type { ReactNode } from "react";
import type { Scale } from "@/components/charts/scale-values";
import type { Tone } from "@/components/status/status-words";

/** What a layer or a line is drawn in: a tone of a status, or one of those that mean none. */
export type Ink = Tone | "accent" | "muted";

/** A named part of a plot: a layer of its bars, or a line. */
export type PlotKey = { name: string; ink: Ink };

/** What is drawn over the steps of time: the drawing, and what is said of it. */
export type Plot = {
  /** "Attempts", before "by the hour". */
  name: string;
  scale: Scale;
  /** The names of the layers, the upper first; empty where the drawing has labels of its own. */
  keys: readonly PlotKey[];
  drawing: ReactNode;
  /** Labels beside the ends of the lines. */
  ends?: ReactNode;
  /** The exact numbers of a step: "12 attempts: 10 2xx, 2 timeout". */
  tell: (step: number) => string;
};

export const STROKE: Record<Ink, string> = {
  success: "stroke-success",
  failure: "stroke-failure-solid",
  retry: "stroke-retry",
  held: "stroke-held",
  scheduled: "stroke-scheduled",
  processing: "stroke-processing",
  discarded: "stroke-discarded",
  accent: "stroke-accent",
  muted: "stroke-ink-muted",
};

export const FILL: Record<Ink, string> = {
  success: "bg-success",
  failure: "bg-failure-solid",
  retry: "bg-retry",
  held: "bg-held",
  scheduled: "bg-scheduled",
  processing: "bg-processing",
  discarded: "bg-discarded",
  accent: "bg-accent",
  muted: "bg-ink-muted",
};

export const TEXT: Record<Ink, string> = {
  success: "text-success",
  failure: "text-failure",
  retry: "text-retry",
  held: "text-held",
  scheduled: "text-scheduled",
  processing: "text-processing",
  discarded: "text-discarded",
  accent: "text-accent",
  muted: "text-ink-muted",
};
