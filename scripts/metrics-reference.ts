import { METERS, type Meter } from "@/lib/metrics/catalog";
import { HEALTH_FIGURES } from "@/lib/nouns/health/gauges";
import { INVENTORY_FIGURES } from "@/lib/nouns/health/inventory-figures";
import { PROCESS_FIGURES } from "@/lib/program/process-figures";

type Described = { readonly help: string; readonly labels?: readonly string[] };

/** Every metric of the program with its kind, as the reference has them. */
export const METRICS: ReadonlyMap<string, Described & { readonly kind: string }> = new Map([
  ...Object.entries<Meter>(METERS),
  ...gauges(PROCESS_FIGURES),
  ...gauges(HEALTH_FIGURES),
  ...gauges(INVENTORY_FIGURES),
]);

function gauges(figures: Record<string, Described>): [string, Described & { kind: string }][] {
  return Object.entries(figures).map(([name, { help, labels }]) => [
    name,
    { kind: "gauge", help, labels: labels ?? [] },
  ]);
}

/** Writes `docs/metrics.md`. */
export function writeMetricsReference(): string {
  const part = (title: string, about: string, names: readonly string[]) =>
    [
      `## ${title}`,
      "",
      about,
      "",
      "| metric | kind | labels | what |",
      "|---|---|---|---|",
      ...names.map(toLine),
      "",
    ].join("\n");
  return [
    "# Metrics",
    "",
    "What `/metrics` tells, beside what Node.js tells of each process. `npm run metrics` writes this page.",
    "`deploy/alerts.yml` has rules for Prometheus and `deploy/grafana.json` a board for Grafana.",
    "",
    part("Counted", "By each process, summed over the processes of a copy; add copies up.", Object.keys(METERS)),
    part("Of the processes", "Measured when they are read; add them up, too.", Object.keys(PROCESS_FIGURES)),
    part(
      "Of the installation",
      "Measured in the one database, at most every five seconds. Each copy tells the same: take the greatest. What is not known, while the database is away or because it is hidden, is missing rather than 0.",
      [...Object.keys(HEALTH_FIGURES), ...Object.keys(INVENTORY_FIGURES)],
    ),
  ].join("\n");
}

function toLine(name: string): string {
  const { kind, help, labels = [] } = METRICS.get(name) ?? { kind: "", help: "" };
  return `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(", ")} | ${help} |`;
}
