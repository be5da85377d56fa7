import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
});
afterAll(() => bench.close());

const add = (id: string, text: unknown, key = project.keys.operator) =>
  project.ask("POST", `/eventdeliveries/${id}/notes`, { body: { text }, key });
const list = async (id: string) => (await project.ask("GET", `/eventdeliveries/${id}/notes`)).body.data;

it("keeps what was written, the oldest first, with its author", async () => {
  const { id } = await toDeliveryFixture(project, { endpointId: await project.endpoint(), status: "Failure" });
  expect(await list(id)).toEqual([]);
  expect((await add(id, " They know. ")).status).toBe(201);
  expect((await add(id, "Mended.\n<b>now</b>")).body.data).toMatchObject([
    { text: "They know.", author: "the API key operator" },
    { text: "Mended.\n<b>now</b>" },
  ]);
  expect(await list(id)).toHaveLength(2);
  const { content } = (await project.ask("GET", `/audit-log?resourceId=${id}`)).body.data;
  expect(content.map(({ action }: { action: string }) => action)).toEqual(Array(2).fill("event_delivery.note_added"));
});

it("takes a hundred at most", async () => {
  const { id } = await toDeliveryFixture(project, { endpointId: await project.endpoint(), status: "Failure" });
  const note = { project_id: project.id, delivery_id: id, author: "x", body: "x", created_at: new Date() };
  const rows = Array.from({ length: 100 }, () => ({ ...note, id: newId() }));
  await bench.services.db.insertInto("delivery_notes").values(rows).execute();
  expect((await add(id, "one more")).status).toBe(409);
  expect(await list(id)).toHaveLength(100);
});

it("refuses an empty note, viewers, and deliveries that are not there or another project's", async () => {
  const stranger = await bench.project("outgoing");
  const { id } = await toDeliveryFixture(project, { endpointId: await project.endpoint(), status: "Failure" });
  expect((await add(id, " ")).body.error.fields).toMatchObject([{ path: "text" }]);
  expect((await add(id, "x", project.keys.viewer)).status).toBe(403);
  expect((await add(newId(), "x")).status).toBe(404);
  expect((await stranger.ask("GET", `/eventdeliveries/${id}/notes`)).status).toBe(404);
});
