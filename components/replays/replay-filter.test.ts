import { expect, it } from "vitest";
import { parseListQuery } from "@/components/data-table/list-query";
import { DELIVERY_STATUSES } from "@/lib/kernel/vocabulary";
import { deliveryListReader } from "@/lib/nouns/deliveries/list-reader";
import { ReplayFilter } from "@/lib/nouns/replays/schemas";
import { toReplayFilter, toReplaySearch } from "./replay-filter";

const ID = "01a20750-c58e-71fa-9a33-9ea00d0fc610";
const OTHER = "01a20750-d516-76a4-a977-2d4eb7fc3755";

const EVERY_FILTER = {
  status: "Failure,Retry",
  endpointId: `${ID},${OTHER}`,
  deviceId: ID,
  eventId: ID,
  event_type: "order.*, & more",
  idempotencyKey: "a=b&c, d",
  externalId: "order 7, 8",
  tag: "eu,vip",
  endpointTag: "gold",
  subscriptionId: OTHER,
  incidentId: ID,
  sourceId: OTHER,
  ownerId: "acme",
  code: "5xx,timeout",
  minAttempts: "0",
  maxAttempts: "5",
  minLatency: "0.5",
  maxLatency: "30",
  held: "true",
  startDate: "2026-11-01T00:00:00.000Z",
  endDate: "2026-11-02",
};

const open = (address: Record<string, string | string[]>) => {
  const list = parseListQuery(deliveryListReader, address);
  expect(list.problem).toBeNull();
  return list.values;
};

/** The filter of the replay that is created from a list of this address. */
const filterFrom = (address: Record<string, string>) =>
  toReplayFilter(open(Object.fromEntries(new URLSearchParams(toReplaySearch(open(address))))));

it("carries every filter of the list into the replay", () => {
  const filter = filterFrom(EVERY_FILTER);
  expect(Object.keys(filter).sort()).toEqual(Object.keys(ReplayFilter.shape).sort());
  expect(filter).toEqual({
    ...EVERY_FILTER,
    status: ["Failure", "Retry"],
    endpointId: [ID, OTHER],
    deviceId: [ID],
    sourceId: [OTHER],
    tag: ["eu", "vip"],
    endpointTag: ["gold"],
    code: ["5xx", "timeout"],
    minAttempts: 0,
    maxAttempts: 5,
    minLatency: 0.5,
    maxLatency: 30,
    held: true,
  });
});

it("takes every status of a list that shows every status, and all pages of it", () => {
  const filter = filterFrom({ event_type: "order.paid", next_page_cursor: "somewhere", perPage: "50", sort: "ASC" });
  expect(filter).toEqual({ status: [...DELIVERY_STATUSES], endpointId: [], event_type: "order.paid" });
});

it("takes what waits of a list of what is held", () => {
  const filter = filterFrom({ held: "true" });
  expect(filter).toEqual({ status: ["Scheduled", "Retry"], endpointId: [], held: true });
});

it("takes what failed or was discarded where nobody came from a list", () => {
  expect(toReplayFilter(open({})).status).toEqual(["Failure", "Discarded"]);
});

it.each(["q", "body", "header"])("is made of no list that is searched by %s: it would take more", (name) => {
  const values = open({ [name]: name === "body" ? ["a:eq:1"] : ["words"] });
  expect(() => toReplayFilter(values)).toThrow("searched page by page");
});
