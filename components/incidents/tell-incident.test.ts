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

it("tells how it ended", () => {
  const over = { ...going, status: "recovered" as const, recovered_at: "2027-01-31T09:55:00.000Z" };
  expect(tellIncident({ ...over, recovery: "answered" }, NOW)).toBe("recovered after 14 min");
  expect(tellIncident({ ...over, recovery: "quiet" }, NOW)).toBe("nothing failed so for a day, after 14 min");
  expect(tellIncident({ ...over, recovery: "endpoint_deleted" }, NOW)).toBe("its endpoint was deleted after 14 min");
});
