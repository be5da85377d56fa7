import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import type { DeliveryStatus } from "@/lib/kernel/vocabulary";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
});
afterAll(() => bench.close());

const cancel = (body: object, key = project.keys.operator) =>
  project.ask("POST", "/eventdeliveries/cancel", { body, key });
const matches = async (query: string) => (await project.ask("GET", `/eventdeliveries/matches?${query}`)).body.data;

async function make(endpointId: string, ...statuses: DeliveryStatus[]): Promise<string[]> {
  const ids: string[] = [];
  for (const status of statuses) ids.push((await toDeliveryFixture(project, { endpointId, status })).id);
  return ids;
}

it("cancels what waits at the endpoints of the filter, and nothing else", async () => {
  const [here, elsewhere] = [await project.endpoint(), await project.endpoint()];
  await make(here, "Scheduled", "Retry", "Processing", "Success", "Failure");
  const [other] = await make(elsewhere, "Scheduled");
  expect(await matches(`endpointId=${here}&status=Scheduled,Retry`)).toEqual({ count: 2, is_more: false });
  const { body } = await cancel({ filter: { endpointId: [here] } });
  expect(body.data).toEqual({ cancelled: 2, skipped: 0, next: null });
  const { content } = (await project.ask("GET", `/eventdeliveries?endpointId=${here}&status=Discarded`)).body.data;
  expect(content.map(({ description }: { description: string }) => description)).toEqual(
    Array(2).fill("Cancelled by the API key operator."),
  );
  expect(await matches(`endpointId=${here}`)).toEqual({ count: 5, is_more: false });
  expect((await project.ask("GET", `/eventdeliveries/${other}`)).body.data.status).toBe("Scheduled");
  const { content: entries } = (await project.ask("GET", "/audit-log?resourceType=event_delivery")).body.data;
  expect(entries[0]).toMatchObject({ action: "event_delivery.cancelled", count: 2 });
});

it("goes on behind the last one, and skips what somebody else has locked", async () => {
  const endpointId = await project.endpoint();
  const [first, second, third] = await make(endpointId, "Scheduled", "Scheduled", "Scheduled");
  const filter = { endpointId: [endpointId] };
  const locked = await bench.services.dbOf(project.id).pool.connect();
  try {
    await locked.query("begin");
    await locked.query("select 1 from delivery_queue where delivery_id = $1 for update", [third]);
    const { body } = await cancel({ filter, after: first });
    expect(body.data).toEqual({ cancelled: 1, skipped: 1, next: null });
  } finally {
    await locked.query("rollback");
    locked.release();
  }
  const status = async (id = "") => (await project.ask("GET", `/eventdeliveries/${id}`)).body.data.status;
  expect([await status(first), await status(second), await status(third)]).toEqual([
    "Scheduled",
    "Discarded",
    "Scheduled",
  ]);
});

it("takes a thousand at once, and tells where to go on", async () => {
  const endpointId = await project.endpoint();
  const ids: string[] = [];
  for (let many = 0; many < 10; many += 1) {
    const made = Array.from({ length: 101 }, () => toDeliveryFixture(project, { endpointId, status: "Retry" }));
    ids.push(...(await Promise.all(made)).map(({ id }) => id));
  }
  const filter = { endpointId: [endpointId] };
  const { data } = (await cancel({ filter })).body;
  expect(data).toEqual({ cancelled: 1_000, skipped: 0, next: ids.sort()[999] });
  expect((await cancel({ filter, after: data.next })).body.data).toEqual({ cancelled: 10, skipped: 0, next: null });
});

it("refuses statuses that cannot be cancelled, a missing filter, and viewers", async () => {
  const wrong = await cancel({ filter: { status: ["Success"] } });
  expect([wrong.status, wrong.body.error.fields[0].path]).toEqual([422, "filter.status.0"]);
  expect((await cancel({})).status).toBe(422);
  expect((await cancel({ filter: {} }, project.keys.viewer)).status).toBe(403);
});
