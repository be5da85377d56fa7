import { describe, expect, it } from "vitest";
import { isBacklog, tellBacklog } from "./tell-backlog";

const BACKLOG = {
  at: "2026-11-21T09:45:00.000Z",
  waiting: 1_204,
  held: 0,
  delayed: 0,
  oldest_waiting_at: "2026-11-21T09:41:00.000Z",
  arrivals_per_minute: 120,
  delivered_per_minute: 300,
  empty_in_seconds: 401,
};

describe("tellBacklog", () => {
  it("says when it will be empty", () => {
    expect(tellBacklog(BACKLOG)).toBe("120/min arrive, 300/min are delivered · empty in about 7 min");
    expect(tellBacklog({ ...BACKLOG, empty_in_seconds: 20 })).toContain("empty in less than a minute");
    expect(tellBacklog({ ...BACKLOG, empty_in_seconds: 100_000 })).toContain("empty in about 1 d 4 h");
  });

  it("says what is held, which no rate makes less", () => {
    expect(tellBacklog({ ...BACKLOG, held: 4 })).toMatch(/^4 of them held · 120\/min arrive/);
    expect(tellBacklog({ ...BACKLOG, held: 1_204 })).toBe(
      "all held by endpoints that are paused or whose circuit breaker is open",
    );
  });

  it("says by how much it grows, or that it does not become less", () => {
    const rates = (arrivals_per_minute: number, delivered_per_minute: number) =>
      tellBacklog({ ...BACKLOG, arrivals_per_minute, delivered_per_minute, empty_in_seconds: null });
    expect(rates(1_340, 1_300)).toBe("1,340/min arrive, 1,300/min are delivered · grows by 40/min");
    expect(rates(5, 5)).toBe("5/min arrive, 5/min are delivered · does not become less");
    expect(rates(0, 0)).toBe("nothing arrived or was delivered in the last five minutes");
    expect(rates(0.4, 0.2)).toBe("0.4/min arrive, 0.2/min are delivered · grows by 0.2/min");
  });
});

it("is no backlog while nothing waits, or only what is on its way", () => {
  expect(isBacklog(BACKLOG)).toBe(true);
  expect(isBacklog({ ...BACKLOG, waiting: 0, oldest_waiting_at: null })).toBe(false);
  expect(isBacklog({ ...BACKLOG, oldest_waiting_at: "2026-11-21T09:44:55.000Z" })).toBe(false);
});
