import { defineRoute } from "@/lib/api/route";
import { readBacklog } from "@/lib/nouns/stats/backlog";
import { readEndpointDays, readSubscriptionDays } from "@/lib/nouns/stats/days";
import { readLedger } from "@/lib/nouns/stats/ledger";
import { countDeliveriesByStatus, readEndpointStats, readStats } from "@/lib/nouns/stats/queries";
import {
  Backlog,
  CountDeliveries,
  DeliveryCounts,
  EndpointDays,
  EndpointStats,
  Ledger,
  ReadBacklog,
  ReadEndpointDays,
  ReadEndpointStats,
  ReadLedger,
  ReadSourceDays,
  ReadStats,
  ReadSubscriptionDays,
  SourceDays,
  Stats,
  SubscriptionDays,
} from "@/lib/nouns/stats/schemas";
import { readSourceDays } from "@/lib/nouns/stats/source-days";

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
    id: "readSubscriptionDays",
    method: "get",
    path: "/v1/projects/{projectID}/stats/subscriptions",
    permission: "read",
    tag: "Statistics",
    summary: "Read the last day of some subscriptions",
    description:
      "Of each subscription, in one answer for all: the deliveries and attempts of the last 24 UTC hours by the hour, how many succeeded, how long they took, and how many deliveries wait.",
    query: ReadSubscriptionDays,
    response: SubscriptionDays,
    message: "Days of subscriptions fetched",
    handler: ({ ctx, query }) => readSubscriptionDays(ctx, query),
  }),
  defineRoute({
    id: "readSourceDays",
    method: "get",
    path: "/v1/projects/{projectID}/stats/sources",
    permission: "read",
    tag: "Statistics",
    summary: "Read the last day of some sources",
    description:
      "Of each source, in one answer for all: the events accepted in the last 24 UTC hours by the hour, how many requests it refused in them, when its last event came, and whether it is connected.",
    query: ReadSourceDays,
    response: SourceDays,
    message: "Days of sources fetched",
    handler: ({ ctx, query }) => readSourceDays(ctx, query),
  }),
  defineRoute({
    id: "readBacklog",
    method: "get",
    path: "/v1/projects/{projectID}/stats/backlog",
    permission: "read",
    tag: "Statistics",
    summary: "Read the backlog",
    description:
      "What waits, since when, how much of it is held or delayed, how fast deliveries arrive and succeed, and when nothing waits any more if that goes on.",
    query: ReadBacklog,
    response: Backlog,
    message: "Backlog fetched",
    handler: ({ ctx, query }) => readBacklog(ctx, query),
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
