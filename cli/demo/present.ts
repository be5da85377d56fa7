import { setTimeout as pause } from "node:timers/promises";
import { DOWN, TROUBLED } from "@/cli/demo/answers";
import { type DemoEvent, makeEvent } from "@/cli/demo/events";
import type { DemoProject } from "@/cli/demo/open-project";
import type { Span } from "@/cli/demo/past/rhythm";
import { toRequest } from "@/cli/demo/sender";
import type { DemoEndpointIds, DemoSources } from "@/cli/demo/set-up";
import { unwrap } from "@/lib/api/client";

/** What arrives while somebody may watch, by type: as many payouts as it takes to open a circuit breaker. */
const ARRIVING: Record<string, number> = {
  "order.created": 5,
  "order.paid": 3,
  "invoice.issued": 3,
  "customer.created": 3,
  "payment.succeeded": 3,
  "payment.failed": 2,
  "payout.sent": 15,
  push: 3,
  issues: 1,
};
/** Beyond those of the past. */
const FIRST_NUMBER = 40_000;
const PER_SECOND = 25;
const LOOK_MS = 300;
const PATIENCE_MS = 60_000;

/** The name of the replay, whose end is the end of the filling. */
export const REPLAY = "Orders that failed in the incident";

/** Posts events as their senders do: most as they should be, one of them twice, and one with a wrong signature. */
export async function sendPresent(sources: DemoSources): Promise<void> {
  const now = new Date();
  const events = spread(ARRIVING).map((type, number) => makeEvent(type, FIRST_NUMBER + number, now));
  for (const event of events) {
    await post(sources, event);
    await pause(1_000 / PER_SECOND);
  }
  const repeated = events.find(({ source }) => source === "shop");
  if (repeated) await post(sources, repeated);
  const { shop } = sources;
  const forged = makeEvent("order.paid", FIRST_NUMBER + events.length, now);
  const { status } = await send({ ...sources, shop: { ...shop, secret: "forged" } }, forged);
  if (status !== 401) throw new Error(`A forged request was answered ${status} instead of 401.`);
}

/** As many of each type as it says, evenly mixed. */
function spread(counts: Readonly<Record<string, number>>): string[] {
  const placed = Object.entries(counts).flatMap(([type, count]) =>
    Array.from({ length: count }, (_, place) => ({ type, at: (place + 0.5) / count })),
  );
  return placed.sort((a, b) => a.at - b.at).map(({ type }) => type);
}

async function post(sources: DemoSources, event: DemoEvent): Promise<void> {
  const answer = await send(sources, event);
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
}

function send(sources: DemoSources, event: DemoEvent): Promise<Response> {
  const { url, secret } = sources[event.source];
  const { headers, text } = toRequest(event, secret);
  return fetch(url, { method: "POST", headers, body: text });
}

/** Resends what failed for good in the incident, by a replay, and waits until the last of it has arrived. */
export async function replayIncident(
  { client, projectID }: DemoProject,
  endpoints: DemoEndpointIds,
  incident: Span,
): Promise<void> {
  const path = { projectID };
  const filter = { status: ["Failure" as const], endpointId: [endpoints[TROUBLED]], ...toDates(incident) };
  const body = { name: REPLAY, filter, rate_per_second: 25 };
  const { uid: replayID } = await unwrap(client.POST("/v1/projects/{projectID}/replays", { params: { path }, body }));
  const params = { path: { projectID, replayID } };
  const read = () => unwrap(client.GET("/v1/projects/{projectID}/replays/{replayID}", { params }));
  await until(async () => (await read()).status === "Ready");
  await unwrap(client.POST("/v1/projects/{projectID}/replays/{replayID}/run", { params }));
  await until(async () => (await read()).status === "Completed");
  const query = { perPage: 100 };
  const list = () =>
    unwrap(client.GET("/v1/projects/{projectID}/replays/{replayID}/items", { params: { ...params, query } }));
  await until(async () => (await list()).content.every((item) => item.delivery_status === "Success"));
}

function toDates({ from, to }: Span) {
  return { startDate: from.toISOString(), endDate: to.toISOString() };
}

/** Waits until the circuit breaker of the endpoint that is down is open. */
export async function waitForBreaker({ client, projectID }: DemoProject, endpoints: DemoEndpointIds): Promise<void> {
  const params = { path: { projectID, endpointID: endpoints[DOWN] } };
  await until(async () => {
    const { status } = await unwrap(client.GET("/v1/projects/{projectID}/endpoints/{endpointID}", { params }));
    return status === "pending";
  });
}

/** Waits for a bounded time: a busy machine may show the rest a little later. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end && !(await isSo())) await pause(LOOK_MS);
}
