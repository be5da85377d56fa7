import { defineRoute } from "@/lib/api/route";
import { readEndpointDays } from "@/lib/nouns/stats/endpoint-days";
import { readLedger } from "@/lib/nouns/stats/ledger";
import { countDeliveriesByStatus, readEndpointStats, readStats } from "@/lib/nouns/stats/queries";
import {
  CountDeliveries,
  DeliveryCounts,
  EndpointDays,
  EndpointStats,
  Ledger,
  ReadEndpointDays,
  ReadEndpointStats,
  ReadLedger,
  ReadStats,
  Stats,
} from "@/lib/nouns/stats/schemas";

export const statsRoutes = [
  defineRoute({
    id: "countEventDeliveries",
    method: "get",
    path: "/v1/projects/{projectID}/eventdeliveries/counts",
    permission: "read",
    tag: "Statistics",
    summary: "Count event deliveries by status",
    description:
      "How many of the deliveries made in a range are in each status now; without dates, of all there ever were. The range is widened to whole UTC hours, which `start` and `end` tell: outcomes are counted by the hour in which a delivery was made, and no delivery is counted one by one.",
    query: CountDeliveries,
    response: DeliveryCounts,
    message: "Event deliveries counted",
    handler: ({ ctx, query }) => countDeliveriesByStatus(ctx, query),
  }),
  defineRoute({
    id: "readStats",
    method: "get",
    path: "/v1/projects/{projectID}/stats",
    permission: "read",
    tag: "Statistics",
    summary: "Read the project's statistics over time",
    description:
      "A series by hour (the last 24 hours unless dates are given, at most 31 days) or by UTC day (the last 30, at most 366). Outcomes stand at the time when their delivery was made, attempts at the time when they were made.",
    query: ReadStats,
    response: Stats,
    message: "Statistics fetched",
    handler: ({ ctx, query }) => readStats(ctx, query),
  }),
  defineRoute({
    id: "readEndpointDays",
    method: "get",
    path: "/v1/projects/{projectID}/stats/endpoints",
    permission: "read",
    tag: "Statistics",
    summary: "Read the last day of some endpoints",
    description:
      "Of each endpoint, in one answer for all: the attempts of the last 24 UTC hours by the hour, how many succeeded, how long they took, and how many deliveries wait.",
    query: ReadEndpointDays,
    response: EndpointDays,
    message: "Days of endpoints fetched",
    handler: ({ ctx, query }) => readEndpointDays(ctx, query),
  }),
  defineRoute({
    id: "readEndpointStats",
    method: "get",
    path: "/v1/projects/{projectID}/endpoints/{endpointID}/stats",
    permission: "read",
    tag: "Statistics",
    summary: "Read an endpoint's statistics",
    description:
      "Of whole UTC hours: the last 24 unless dates are given, at most 31 days. Outcomes are of the deliveries made in the range, attempts those made in it; the latency is that of its latest attempts.",
    query: ReadEndpointStats,
    response: EndpointStats,
    message: "Endpoint statistics fetched",
    handler: ({ ctx, params, query }) => readEndpointStats(ctx, params.endpointID, query),
  }),
  defineRoute({
    id: "readLedger",
    method: "get",
    path: "/v1/projects/{projectID}/ledger",
    permission: "read",
    tag: "Statistics",
    summary: "Read the ledger",
    description:
      "Proves that nothing was lost: accepted = delivered + waiting + failed + discarded, for the project and each endpoint, all in one database snapshot. `waiting` is counted in the queue, the others by counters that are written in the transactions which they count; `balanced` says whether both agree.",
    query: ReadLedger,
    response: Ledger,
    message: "Ledger fetched",
    handler: ({ ctx, query }) => readLedger(ctx, query),
  }),
];
