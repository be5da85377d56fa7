import { describe, expect, it } from "vitest";
import type { AlertRuleKind } from "@/lib/kernel/vocabulary";
import { compare, isDue, type Stored } from "./compare";
import type { Found } from "./found";

const NOW = new Date("2026-08-01T12:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const THRESHOLDS: Partial<Record<AlertRuleKind, number | null>> = {
  source_down: 30,
  slot_filling: 100,
  breaker_open: null,
};
const thresholds = { of: (kind: AlertRuleKind) => THRESHOLDS[kind] ?? null, least: () => 0 };
const look = (stored: readonly Stored[], found: readonly Found[], now = NOW) =>
  compare(stored, found, { thresholds, now });

function found(given: Partial<Found> = {}): Found {
  return {
    projectId: "p",
    kind: "source_down",
    subjectType: "source",
    subjectId: "s",
    subjectName: "orders",
    cause: "refused",
    amount: null,
    since: null,
    ...given,
  };
}

function stored(given: Partial<Stored> = {}): Stored {
  return {
    project_id: "p",
    id: "1",
    kind: "source_down",
    subject_type: "source",
    subject_id: "s",
    subject_name: "orders",
    cause: "refused",
    amount: null,
    since: ago(60),
    raised_at: ago(30),
    missing_since: null,
    ...given,
  };
}

describe("a look at everything", () => {
  it("notes what appears, and nothing of a rule that is off", () => {
    const { appeared } = look([], [found(), found({ kind: "breaker_open" })]);
    expect(appeared.map(({ kind }) => kind)).toEqual(["source_down"]);
  });

  it("raises a problem once it has lasted as long as its rule wants, to the second", () => {
    const raised = (seconds: number) =>
      look([stored({ since: ago(seconds), raised_at: null })], [found()]).changed.map(({ raised_at }) => raised_at);
    expect(raised(29)).toEqual([]);
    expect(raised(30)).toEqual([NOW]);
  });

  it("raises at once what has no duration to wait for, and what is older than its threshold", () => {
    const at = { thresholds, now: NOW };
    expect(isDue({ kind: "slot_filling", projectId: "p", since: NOW }, at)).toBe(true);
    expect(isDue({ kind: "source_down", projectId: "p", since: ago(31) }, at)).toBe(true);
    expect(isDue({ kind: "source_down", projectId: "p", since: NOW }, at)).toBe(false);
  });

  it("writes nothing of what has not changed", () => {
    expect(look([stored()], [found()])).toEqual({ appeared: [], changed: [], vanished: [], ended: [] });
  });

  it("keeps the newest cause and amount, and the earliest beginning", () => {
    const { changed } = look(
      [stored()],
      [found({ cause: "reset", amount: 7, since: ago(90), subjectName: "new name" })],
    );
    expect(changed).toEqual([stored({ cause: "reset", amount: 7, since: ago(90), subject_name: "new name" })]);
    expect(look([stored()], [found({ cause: "", since: ago(10) })]).changed).toEqual([]);
  });

  it("forgets what was never raised, as soon as it is not there", () => {
    const pending = stored({ raised_at: null });
    expect(look([pending], []).vanished).toEqual([pending]);
  });

  it("ends what was raised when it was not there for 45 seconds", () => {
    expect(look([stored()], []).changed).toEqual([stored({ missing_since: NOW })]);
    const missing = (seconds: number) => look([stored({ missing_since: ago(seconds) })], []);
    expect(missing(44)).toEqual({ appeared: [], changed: [], vanished: [], ended: [] });
    expect(missing(45).ended).toHaveLength(1);
  });

  it("goes on with what is there again before that", () => {
    expect(look([stored({ missing_since: ago(20) })], [found()]).changed).toEqual([stored()]);
  });
});
