import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";

let bench: ApiBench;
let project: ApiProject;
let endpoint_id: string;
let source_id: string;
beforeAll(async () => {
  bench = await ApiBench.open();
});
afterAll(() => bench.close());
beforeEach(async () => {
  project = await bench.project("incoming");
  endpoint_id = await project.endpoint();
  source_id = await project.source();
});

const code = (value: number) => `function transform(payload) { return { ...payload, value: ${value} } }`;
const subscribe = (fields: object = {}) => project.subscription({ endpoint_id, source_id, ...fields });
const update = async (path: string, body: object) => {
  expect((await project.ask("PUT", path, { body })).status).toBe(200);
};
const list = async (query: string) => (await project.ask("GET", `/function-versions?${query}`)).body.data;
const numbersOf = async (query: string) =>
  (await list(query)).content.map((version: { number: number; is_current: boolean }) => [
    version.number,
    version.is_current,
  ]);

describe("a version of a function", () => {
  it("is made by each save of another function, with who saved it, and by no other save", async () => {
    const id = await subscribe({ function: code(1) });
    await update(`/subscriptions/${id}`, { function: code(1), name: "renamed" });
    await update(`/subscriptions/${id}`, { name: "renamed again" });
    expect(await numbersOf(`subscriptionId=${id}`)).toEqual([[1, true]]);
    await update(`/subscriptions/${id}`, { function: code(2) });
    const { content } = await list(`subscriptionId=${id}`);
    expect(content).toMatchObject([
      {
        subscription_id: id,
        source_id: null,
        field: "function",
        number: 2,
        is_current: true,
        saved_by: expect.stringContaining("API key"),
        replaced_at: null,
      },
      { number: 1, is_current: false, replaced_at: content[0].saved_at },
    ]);
    expect(content[0]).not.toHaveProperty("code");
    const first = await project.ask("GET", `/function-versions/${content[1].uid}`);
    expect(first.body.data).toMatchObject({ number: 1, code: code(1) });
  });

  it("ends with its function and with its subscription or source, and is still told", async () => {
    const id = await subscribe({ function: code(1) });
    await update(`/subscriptions/${id}`, { function: null });
    expect(await numbersOf(`subscriptionId=${id}`)).toEqual([[1, false]]);
    await update(`/subscriptions/${id}`, { function: code(1) });
    expect(await numbersOf(`subscriptionId=${id}`)).toEqual([
      [2, true],
      [1, false],
    ]);
    await project.ask("DELETE", `/subscriptions/${id}`);
    expect((await numbersOf(`subscriptionId=${id}`))[0]).toEqual([2, false]);

    const other = await subscribe({ function: code(1) });
    await update(`/sources/${source_id}`, { body_function: code(1) });
    await project.ask("DELETE", `/sources/${source_id}`);
    expect(await numbersOf(`subscriptionId=${other}&sourceId=${source_id}`)).toEqual([
      [1, false],
      [1, false],
    ]);
  });

  it("is counted for each field of a source alone", async () => {
    const header = "function transform(headers) { return headers }";
    const id = await project.source({ body_function: code(1), header_function: header });
    await update(`/sources/${id}`, { body_function: code(2), header_function: header });
    expect(await numbersOf(`sourceId=${id}&field=body_function`)).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(await numbersOf(`sourceId=${id}&field=header_function`)).toEqual([[1, true]]);
    expect(await numbersOf(`sourceId=${source_id}`)).toEqual([]);
    const wrong = await project.ask("GET", "/function-versions?field=transform");
    expect(wrong.body.error.fields[0].path).toBe("field");
  });

  it("is listed page by page, and told to nobody of another project", async () => {
    const id = await subscribe({ function: code(1) });
    for (const value of [2, 3]) await update(`/subscriptions/${id}`, { function: code(value) });
    const first = await list(`subscriptionId=${id}&perPage=2`);
    expect(first.content.map(({ number }: { number: number }) => number)).toEqual([3, 2]);
    const { next_page_cursor } = first.pagination;
    const next = await list(`subscriptionId=${id}&perPage=2&next_page_cursor=${next_page_cursor}`);
    expect(next.content.map(({ number }: { number: number }) => number)).toEqual([1]);
    const stranger = await bench.project("incoming");
    expect((await stranger.ask("GET", `/function-versions/${first.content[0].uid}`)).status).toBe(404);
    expect((await stranger.ask("GET", `/function-versions?subscriptionId=${id}`)).body.data.content).toEqual([]);
    expect((await project.ask("GET", `/function-versions/${newId()}`)).status).toBe(404);
  });

  it("is not claimed of a function that an older program saved, and is made by the next save", async () => {
    const id = await subscribe({ function: code(1) });
    const { db } = bench.services;
    const row = db.selectFrom("subscriptions").select("function_version_id").where("id", "=", id);
    expect((await row.executeTakeFirstOrThrow()).function_version_id).not.toBeNull();
    await db
      .updateTable("subscriptions")
      .set({ function: code(2) })
      .where("id", "=", id)
      .execute();
    expect((await row.executeTakeFirstOrThrow()).function_version_id).toBeNull();
    expect(await numbersOf(`subscriptionId=${id}`)).toEqual([[1, false]]);
    await update(`/subscriptions/${id}`, { function: code(2) });
    expect(await numbersOf(`subscriptionId=${id}`)).toEqual([
      [2, true],
      [1, false],
    ]);

    const source = await project.source({ body_function: code(1), header_function: code(1) });
    await db.updateTable("sources").set({ header_function: null }).where("id", "=", source).execute();
    expect(await numbersOf(`sourceId=${source}&field=header_function`)).toEqual([[1, false]]);
    expect(await numbersOf(`sourceId=${source}&field=body_function`)).toEqual([[1, true]]);
  });
});
