import { describe, expect, it } from "vitest";
import { decideTellings, type OpenProblem, type Telling } from "./decide-tellings";

const NOW = new Date("2026-08-01T12:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const ROUTE = { lastMessageAt: null, pauseSeconds: 60 };
const orders = { type: "source", id: "1", name: "orders" } as const;
const shop = { type: "endpoint", id: "1", name: "shop" } as const;

function problem(subject: OpenProblem["subject"], given: Partial<OpenProblem> = {}): OpenProblem {
  return {
    subject,
    kind: "failure_share",
    level: "warning",
    title: "fails",
    cause: "",
    since: ago(60),
    isForRoute: true,
    ...given,
  };
}
const known = (subject: Telling["subject"], level: Telling["level"] = "warning"): Telling => ({
  subject,
  level,
  since: ago(600),
});
const names = (told: readonly { subject: { type: string; name: string } }[]) => told.map(({ subject }) => subject.name);

describe("a route", () => {
  it("is told of a subject once, with all that its rules find, since the earliest", () => {
    const open = [problem(shop), problem(orders), problem(shop, { level: "critical", title: "held", since: ago(90) })];
    const { opened, over } = decideTellings(ROUTE, { open, tellings: [], now: NOW });
    expect(names(opened)).toEqual(["shop", "orders"]);
    expect(opened[0]).toMatchObject({ level: "critical", since: ago(90) });
    expect(opened[0]?.problems.map(({ title }) => title)).toEqual(["held", "fails"]);
    expect(over).toEqual([]);
  });

  it("hears no more of a subject that it knows, unless it gets worse", () => {
    const tellings = [known(shop), known(orders, "critical")];
    const same = [problem(shop, { title: "another" }), problem(orders, { level: "critical" })];
    expect(decideTellings(ROUTE, { open: same, tellings, now: NOW })).toEqual({ opened: [], over: [] });
    const worse = [...same, problem(shop, { level: "critical" })];
    expect(names(decideTellings(ROUTE, { open: worse, tellings, now: NOW }).opened)).toEqual(["shop"]);
    const better = [problem(shop), problem(orders)];
    expect(decideTellings(ROUTE, { open: better, tellings, now: NOW }).opened).toEqual([]);
  });

  it("hears that it is over when no problem of the subject is left", () => {
    const tellings = [known(shop), known(orders)];
    const { opened, over } = decideTellings(ROUTE, { open: [problem(orders)], tellings, now: NOW });
    expect(opened).toEqual([]);
    expect(names(over)).toEqual(["shop"]);
  });

  it("keeps apart subjects of two types with one id", () => {
    const { opened, over } = decideTellings(ROUTE, { open: [problem(shop)], tellings: [known(orders)], now: NOW });
    expect(names(opened)).toEqual(["shop"]);
    expect(names(over)).toEqual(["orders"]);
  });

  it("is not told of what is not for it, nor that it is over while it is there", () => {
    const open = [problem(shop, { isForRoute: false, level: "critical" })];
    expect(decideTellings(ROUTE, { open, tellings: [], now: NOW })).toEqual({ opened: [], over: [] });
    expect(decideTellings(ROUTE, { open, tellings: [known(shop)], now: NOW })).toEqual({ opened: [], over: [] });
  });

  it("is left in peace for its pause after a message, to the second", () => {
    const open = [problem(shop)];
    const at = (seconds: number) =>
      decideTellings({ lastMessageAt: ago(seconds), pauseSeconds: 60 }, { open, tellings: [known(orders)], now: NOW });
    expect(at(59)).toEqual({ opened: [], over: [] });
    expect(names(at(60).opened)).toEqual(["shop"]);
    expect(names(at(60).over)).toEqual(["orders"]);
  });
});
