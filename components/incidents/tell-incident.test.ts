import { expect, it } from "vitest";
import { tellIncident } from "@/components/incidents/tell-incident";

const NOW = Date.parse("2027-01-31T10:00:00.000Z");
const going = {
  status: "open" as const,
  recovery: null,
  first_seen_at: "2027-01-31T09:41:00.000Z",
  recovered_at: null,
  waiting: 1_204,
  next_probe_at: "2027-01-31T10:00:40.000Z",
};

it("tells since when, how many wait, and when the breaker probes", () => {
  expect(tellIncident(going, NOW)).toBe("for 19 min, 1,204 waiting, next probe in 40 s");
  expect(tellIncident({ ...going, next_probe_at: "2027-01-31T09:59:00.000Z" }, NOW)).toBe(
    "for 19 min, 1,204 waiting, a probe is due",
  );
  expect(tellIncident({ ...going, waiting: 0, next_probe_at: null }, NOW)).toBe("for 19 min");
});

it("tells its length in whole minutes, so that it does not tick", () => {
  const told = (seconds: number) => tellIncident({ ...going, waiting: 0, next_probe_at: null }, NOW + seconds * 1_000);
  expect([told(0), told(59), told(60)]).toEqual(["for 19 min", "for 19 min", "for 20 min"]);
  const first = { ...going, waiting: 0, next_probe_at: null, first_seen_at: "2027-01-31T10:00:00.000Z" };
  expect(tellIncident(first, NOW + 59_000)).toBe("for less than a minute");
  expect(tellIncident(first, NOW + 3_660_000)).toBe("for 1 h 1 min");
});

it("tells how it ended", () => {
  const over = { ...going, status: "recovered" as const, recovered_at: "2027-01-31T09:55:00.000Z" };
  expect(tellIncident({ ...over, recovery: "answered" }, NOW)).toBe("recovered after 14 min");
  expect(tellIncident({ ...over, recovery: "quiet" }, NOW)).toBe("nothing failed so for a day, after 14 min");
  expect(tellIncident({ ...over, recovery: "endpoint_deleted" }, NOW)).toBe("its endpoint was deleted after 14 min");
});
