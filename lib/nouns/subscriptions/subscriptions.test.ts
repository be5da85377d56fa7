import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";

let bench: ApiBench;
let project: ApiProject;
let endpoint_id: string;
let source_id: string;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
  endpoint_id = await project.endpoint();
  source_id = await project.source();
});
afterAll(() => bench.close());

const create = (body: object, to = project) => to.ask("POST", "/subscriptions", { body });
const wrongOf = async (answer: ReturnType<typeof create>) => {
  const { status, body } = await answer;
  return [status, ...(body.error?.fields ?? []).map((field: { path: string }) => field.path)];
};

describe("a subscription", () => {
  it("needs an endpoint, and in an incoming project a source", async () => {
    expect(await wrongOf(create({}))).toEqual([422, "name", "endpoint_id"]);
    expect(await wrongOf(create({ name: "x", endpoint_id }))).toEqual([422, "source_id"]);
    const outgoing = await bench.project("outgoing");
    const { status, body } = await create({ name: "x", endpoint_id: await outgoing.endpoint() }, outgoing);
    expect([status, body.data.source_metadata, body.data.filter_config.event_types]).toEqual([201, null, ["*"]]);
    const id = await project.subscription({ endpoint_id, source_id });
    expect(await wrongOf(project.ask("PUT", `/subscriptions/${id}`, { body: { source_id: null } }))).toEqual([
      422,
      "source_id",
    ]);
  });

  it("refuses references to another project, and every wrong part of its filter at once", async () => {
    const other = await bench.project("incoming");
    const answer = create({
      name: "x",
      endpoint_id: await other.endpoint(),
      source_id: newId(),
      filter_config: { event_types: ["a.*.b", "ok"], filter: { body: { amount: { $more: 1 } } } },
    });
    expect(await wrongOf(answer)).toEqual([
      422,
      "endpoint_id",
      "source_id",
      "filter_config.event_types.0",
      "filter_config.filter.body.amount.$more",
    ]);
    expect(await wrongOf(create({ name: "x", endpoint_id, source_id, type: "cli" }))).toEqual([
      422,
      "endpoint_id",
      "device_id",
    ]);
  });

  it("replaces only the fields sent, and returns to the project's retry rule", async () => {
    const filter_config = { event_types: ["a.*"], filter: { body: { "a.b": 1 }, is_flattened: true } };
    const retry_config = { type: "linear", duration: 5, retry_count: 3 };
    const id = await project.subscription({ endpoint_id, source_id, filter_config, retry_config });
    const put = (body: object) => project.ask("PUT", `/subscriptions/${id}`, { body });
    expect((await put({ name: "New" })).body.data).toMatchObject({
      name: "New",
      retry_config,
      filter_config: { event_types: ["a.*"], filter: { body: { "a.b": 1 }, is_flattened: true } },
      endpoint_metadata: { uid: endpoint_id },
      source_metadata: { uid: source_id },
    });
    expect((await put({ retry_config: null })).body.data.retry_config).toBeNull();
    expect(await wrongOf(put({ retry_config: { ...retry_config, duration: 0 } }))).toEqual([
      422,
      "retry_config.duration",
    ]);
    expect((await project.ask("DELETE", `/subscriptions/${id}`)).status).toBe(200);
    expect((await put({ name: "x" })).status).toBe(404);
  });

  it("is found by endpoint, source and name, and paged both ways", async () => {
    const other = await bench.project("outgoing");
    const endpoints = [await other.endpoint(), await other.endpoint(), await other.endpoint()];
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) {
      ids.unshift(await other.subscription({ name: `Sub ${i}`, endpoint_id: endpoints[i % 3] }));
    }
    const find = async (query: string) => (await other.ask("GET", `/subscriptions?${query}`)).body.data;
    const idsOf = (page: { content: { uid: string }[] }) => page.content.map((row) => row.uid);
    expect(idsOf(await find(`endpointId=${endpoints[0]},${endpoints[1]}`))).toHaveLength(5);
    expect(idsOf(await find("name=sUB 3"))).toEqual([ids[3]]);
    const first = await find("perPage=3");
    const second = await find(`perPage=3&next_page_cursor=${first.pagination.next_page_cursor}`);
    const third = await find(`perPage=3&direction=next&next_page_cursor=${second.pagination.next_page_cursor}`);
    expect([first, second, third].flatMap(idsOf)).toEqual(ids);
    expect(third.pagination).toMatchObject({ has_next_page: false, next_page_cursor: "", has_prev_page: true });
    const back = await find(`perPage=3&direction=prev&prev_page_cursor=${third.pagination.prev_page_cursor}`);
    expect(back).toEqual(second);
  });
});
