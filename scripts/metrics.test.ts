import { readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { METRICS, writeMetricsReference } from "./metrics-reference";

type Rules = {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string; description: string } }[] }[];
};
type Board = { panels: { title: string; targets?: { expr: string }[] }[] };

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const rules = (parse(read("deploy/alerts.yml")) as Rules).groups.flatMap((group) => group.rules);
const board = JSON.parse(read("deploy/grafana.json")) as Board;
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...board.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

it("keeps the reference of the metrics as the program tells them", () => {
  expect(read("docs/metrics.md"), "run npm run metrics").toBe(writeMetricsReference());
  expect(METRICS.size).toBeGreaterThanOrEqual(40);
});

it("names metrics as Prometheus does: seconds and bytes, and _total for what only grows", () => {
  for (const [name, { kind, help }] of METRICS) {
    expect(name).toMatch(/^hookyard_[a-z][a-z_]*[a-z]$/);
    expect(name.endsWith("_total"), name).toBe(kind === "counter");
    expect(name).not.toMatch(/_(ms|milliseconds|minutes|mib|kb)(_|$)/);
    expect(help.length, name).toBeGreaterThan(5);
  }
});

it.each(expressions)(
  "asks in the rule or panel %s for metrics and labels that exist, in correct PromQL: %s",
  (_, expr) => {
    const text = expr.replaceAll("$__rate_interval", "5m");
    const tree = parser.parse(text);
    tree.iterate({
      enter({ type, from, to }) {
        expect(type.isError, `not PromQL near ${from}: ${text}`).toBe(false);
        if (type.name === "Identifier" && tree.resolve(from, 1).parent?.name === "VectorSelector") {
          expect(known(text.slice(from, to)), text.slice(from, to)).toBe(true);
        }
      },
    });
    const names = [...text.matchAll(/hookyard_\w+/g)].map(([name]) => name);
    for (const [, grouped = ""] of text.matchAll(/\b(?:by|ignoring) \(([^)]*)\)/g)) {
      const told = names.flatMap(labelsOf);
      if (names.length > 0) expect([...told, "le"]).toEqual(expect.arrayContaining(grouped.split(/,\s*/)));
    }
    for (const [, name = "", matchers = ""] of text.matchAll(/(hookyard_\w+)\{([^}]*)\}/g)) {
      for (const [, label] of matchers.matchAll(/(\w+)\s*[!=]/g)) expect(labelsOf(name), name).toContain(label);
    }
  },
);

it("says in each rule what is wrong and what it means", () => {
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, annotations } of rules) {
    expect(alert).toMatch(/^Hookyard[A-Z]/);
    expect(annotations.summary.length).toBeGreaterThan(10);
    expect(annotations.description).toMatch(/\.$/);
  }
});

function baseOf(name: string): string {
  const base = name.replace(/_(bucket|sum|count)$/, "");
  return METRICS.get(base)?.kind === "histogram" ? base : name;
}

/** What Node.js tells of a process has its names from the client library. */
function known(name: string): boolean {
  return METRICS.has(baseOf(name)) || /^(process|nodejs)_/.test(name);
}

function labelsOf(name: string): readonly string[] {
  return METRICS.get(baseOf(name))?.labels ?? [];
}
