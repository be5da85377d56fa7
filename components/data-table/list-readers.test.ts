import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { alertListReader } from "@/lib/nouns/alerts/list-reader";
import { ListAlerts } from "@/lib/nouns/alerts/schemas";
import { apiKeyListReader } from "@/lib/nouns/api-keys/list-reader";
import { ListApiKeys } from "@/lib/nouns/api-keys/schemas";
import { auditLogReader, installationAuditLogReader } from "@/lib/nouns/audit-log/list-reader";
import { ListAuditLog, ListInstallationAuditLog } from "@/lib/nouns/audit-log/schemas";
import { DeliveryFilter } from "@/lib/nouns/deliveries/filter-schemas";
import { deliveryFilterReader, deliveryListReader } from "@/lib/nouns/deliveries/list-reader";
import { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";
import { deviceListReader } from "@/lib/nouns/devices/list-reader";
import { ListDevices } from "@/lib/nouns/devices/schemas";
import { endpointListReader } from "@/lib/nouns/endpoints/list-reader";
import { ListEndpoints } from "@/lib/nouns/endpoints/schemas";
import { eventTypeListReader } from "@/lib/nouns/event-types/list-reader";
import { ListEventTypes } from "@/lib/nouns/event-types/schemas";
import { eventListReader } from "@/lib/nouns/events/list-reader";
import { ListEvents } from "@/lib/nouns/events/list-schemas";
import { incidentListReader } from "@/lib/nouns/incidents/list-reader";
import { ListIncidents } from "@/lib/nouns/incidents/schemas";
import { memberListReader } from "@/lib/nouns/members/list-reader";
import { ListMembers } from "@/lib/nouns/members/schemas";
import { metaEventListReader } from "@/lib/nouns/meta-events/list-reader";
import { ListMetaEvents } from "@/lib/nouns/meta-events/schemas";
import { notificationListReader } from "@/lib/nouns/notifications/list-reader";
import { ListNotifications } from "@/lib/nouns/notifications/schemas";
import { projectListReader } from "@/lib/nouns/projects/list-reader";
import { ListProjects } from "@/lib/nouns/projects/schemas";
import { receivedRequestListReader, receiverListReader } from "@/lib/nouns/receivers/list-reader";
import { ListReceivedRequests, ListReceivers } from "@/lib/nouns/receivers/schemas";
import { replayItemListReader, replayListReader } from "@/lib/nouns/replays/list-reader";
import { ListReplayItems, ListReplays } from "@/lib/nouns/replays/schemas";
import { sourceListReader } from "@/lib/nouns/sources/list-reader";
import { ListSources } from "@/lib/nouns/sources/schemas";
import { statsReader } from "@/lib/nouns/stats/list-reader";
import { ReadStats } from "@/lib/nouns/stats/schemas";
import { subscriptionListReader } from "@/lib/nouns/subscriptions/list-reader";
import { ListSubscriptions } from "@/lib/nouns/subscriptions/schemas";
import { userListReader } from "@/lib/nouns/users/list-reader";
import { ListUsers } from "@/lib/nouns/users/schemas";
import type { QueryReader } from "@/lib/wire/query-reader";

const LISTS: Record<string, [QueryReader<object>, z.ZodObject]> = {
  alerts: [alertListReader, ListAlerts],
  "API keys": [apiKeyListReader, ListApiKeys],
  "the audit log": [auditLogReader, ListAuditLog],
  "the installation's audit log": [installationAuditLogReader, ListInstallationAuditLog],
  deliveries: [deliveryListReader, ListEventDeliveries],
  "deliveries that are filtered alone": [deliveryFilterReader, DeliveryFilter],
  devices: [deviceListReader, ListDevices],
  endpoints: [endpointListReader, ListEndpoints],
  "event types": [eventTypeListReader, ListEventTypes],
  events: [eventListReader, ListEvents],
  incidents: [incidentListReader, ListIncidents],
  members: [memberListReader, ListMembers],
  "meta events": [metaEventListReader, ListMetaEvents],
  notifications: [notificationListReader, ListNotifications],
  projects: [projectListReader, ListProjects],
  receivers: [receiverListReader, ListReceivers],
  "received requests": [receivedRequestListReader, ListReceivedRequests],
  replays: [replayListReader, ListReplays],
  "replay items": [replayItemListReader, ListReplayItems],
  sources: [sourceListReader, ListSources],
  statistics: [statsReader, ReadStats],
  subscriptions: [subscriptionListReader, ListSubscriptions],
  users: [userListReader, ListUsers],
};

const ID = "01975f2c-3c20-7e32-9f66-102f3d4c5b0b";
const FEW = [
  "",
  " ",
  "x",
  "0",
  "1",
  "100",
  "101",
  "2.5",
  "1e1",
  "0x10",
  "-1",
  "1e9",
  "1000000001",
  "9".repeat(400),
  "true",
];
const WORDS = [
  "next",
  "prev",
  "asc",
  "DESC",
  "full",
  "summary",
  "Failure",
  "Failure, Retry",
  "Online",
  "online",
  "open",
];
const MORE = [
  "hour",
  "active",
  "5xx",
  "503",
  "600",
  "timeout,4xx",
  "user",
  "project,member",
  "Running",
  "Waiting",
  "false",
];
const DATES = [
  "2026-02-30",
  "2026-02-03",
  "2026-02-03T04:05:06Z",
  "2026-02-03 04:05:06+02:00",
  "2026-02-03T99:00:00",
  "1999-01-01",
];
const IDS = [
  ID,
  `${ID},${ID.toUpperCase()}`,
  `${ID},x`,
  "F".repeat(8),
  ID.replaceAll(/\w/g, "f"),
  ID.replaceAll(/\w/g, "F"),
  ID.replaceAll(/\w/g, "0"),
];
const CONDITIONS = ["a:eq:1", "a:lt:", "a.b:exist:true", "a:exist:x", "..:eq:1", "a:near:1", "x-a=b", "x a", "x-a"];
const PAIRS = [
  "plan=gold",
  "=",
  "a=",
  "a=b,c=d",
  "a",
  `${"k".repeat(41)}=v`,
  `k=${"v".repeat(501)}`,
  "eu,plan:gold",
  "EU",
];
const LONG = ["y".repeat(500), "y".repeat(501), "a\0b", `${ID},`.repeat(201), "Failure,".repeat(201)];

const value = fc.oneof(
  fc.constantFrom(...FEW, ...WORDS, ...MORE, ...DATES, ...IDS, ...CONDITIONS, ...PAIRS, ...LONG),
  fc.string(),
);
const values = fc.oneof(
  { weight: 9, arbitrary: fc.array(value, { maxLength: 2 }) },
  { weight: 1, arbitrary: fc.array(value, { minLength: 9, maxLength: 24 }) },
);

describe("the reader of a page's address", () => {
  it.each(Object.entries(LISTS))("decides for %s as the schema of the API does", (_, [reader, schema]) => {
    expect(reader.names).toEqual(Object.keys(schema.shape));
    // Few fields at a time: among many there is always a wrong one.
    const query = fc
      .subarray([...reader.names], { maxLength: 3 })
      .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, values]))));
    fc.assert(
      fc.property(query, (texts) => {
        const read = reader.read(texts);
        const parsed = schema.safeParse(texts);
        expect(read.values).toEqual(parsed.data ?? null);
        const issue = parsed.error?.issues[0];
        const problem = issue && { name: issue.path[0], message: issue.message, isRange: issue.code === "custom" };
        expect(read.problems[0]).toMatchObject(problem ? { name: problem.name, message: problem.message } : {});
      }),
      { numRuns: 2_000 },
    );
  });
});
