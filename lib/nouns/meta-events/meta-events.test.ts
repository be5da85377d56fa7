import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming", { meta_event: { is_enabled: true, url: "https://example.com/meta" } });
});
afterAll(() => bench.close());

it("records each change of the project's resources, and lists it by type, status and date", async () => {
  const endpointId = await project.endpoint();
  const sourceId = await project.source();
  const subscriptionId = await project.subscription({ endpoint_id: endpointId, source_id: sourceId });
  await project.ask("PUT", `/endpoints/${endpointId}`, { body: { name: "N" } });
  await project.ask("PUT", `/endpoints/${endpointId}/pause`);
  await project.ask("PUT", `/endpoints/${endpointId}/resume`);
  await project.ask("PUT", `/sources/${sourceId}`, { body: { name: "N" } });
  await project.ask("PUT", `/subscriptions/${subscriptionId}`, { body: { name: "N" } });
  await project.ask("DELETE", `/subscriptions/${subscriptionId}`);
  await project.ask("DELETE", `/sources/${sourceId}`);
  await project.ask("PUT", `/endpoints/${endpointId}/deactivate`);
  await project.ask("DELETE", `/endpoints/${endpointId}`);
  await project.ask("PUT", "", { body: { name: "Renamed" } });
  const list = async (query: string) => (await project.ask("GET", `/meta-events?${query}`)).body.data.content;
  const typesOf = (rows: { event_type: string }[]) => rows.map((row) => row.event_type);
  expect(typesOf(await list("sort=asc"))).toEqual([
    "endpoint.created",
    "source.created",
    "subscription.created",
    "endpoint.updated",
    "endpoint.paused",
    "endpoint.resumed",
    "source.updated",
    "subscription.updated",
    "subscription.deleted",
    "source.deleted",
    "endpoint.disabled",
    "endpoint.deleted",
    "project.updated",
  ]);
  expect(typesOf(await list("event_type=source.*"))).toEqual(["source.deleted", "source.updated", "source.created"]);
  expect(await list("status=Success")).toEqual([]);
  expect(await list("status=Scheduled,Retry&perPage=5")).toHaveLength(5);
  expect(await list("endDate=2020-01-01")).toEqual([]);
  const [summary] = await list("view=summary&perPage=1");
  expect(summary).toMatchObject({ event_type: "project.updated", attempt: null, deleted_at: null });
  expect(summary.metadata).not.toHaveProperty("raw");

  const { uid } = summary;
  const resent = await project.ask("PUT", `/meta-events/${uid}/resend`, { key: project.keys.operator });
  expect([resent.status, resent.body.data.status]).toEqual([200, "Scheduled"]);
});

it("records each subscription that is deleted with its endpoint or its source, once", async () => {
  const [endpoint_id, other, source_id] = [await project.endpoint(), await project.endpoint(), await project.source()];
  const made = [
    await project.subscription({ endpoint_id, source_id }),
    await project.subscription({ endpoint_id, source_id }),
    await project.subscription({ endpoint_id: other, source_id }),
  ];
  await project.ask("DELETE", `/endpoints/${endpoint_id}`);
  await project.ask("DELETE", `/sources/${source_id}`);
  const { content } = (await project.ask("GET", "/meta-events?event_type=subscription.deleted&perPage=3")).body.data;
  const told = content.map((row: { metadata: { raw: string } }) => JSON.parse(row.metadata.raw).data);
  expect(told.map((one: { uid: string }) => one.uid).toSorted()).toEqual(made.toSorted());
  for (const one of told) expect(one.deleted_at).toEqual(expect.any(String));
});

it("records nothing of a change that did not happen", async () => {
  const before = (await project.ask("GET", "/meta-events?perPage=100")).body.data.content.length;
  await project.ask("POST", "/endpoints", { body: { name: "x", url: "http://10.0.0.1/" } });
  await project.ask("PUT", "/endpoints/x/pause");
  expect((await project.ask("GET", "/meta-events?perPage=100")).body.data.content).toHaveLength(before);
});
