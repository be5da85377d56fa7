import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
});
afterAll(() => bench.close());

async function raise(subscription_id: string, endpoint_id: string | null = null): Promise<string> {
  const id = newId();
  const values = { project_id: project.id, id, subscription_id, endpoint_id };
  await bench.services.db
    .insertInto("alerts")
    .values({ ...values, failures: 3, threshold_seconds: 60, message: "3 attempts failed." })
    .execute();
  return id;
}

const find = async (query: string) =>
  (await project.ask("GET", `/alerts?${query}`)).body.data.content.map((alert: { uid: string }) => alert.uid);

describe("an alert", () => {
  it("is found by subscription, endpoint and acknowledgement, newest first, page by page", async () => {
    const [first, second, endpoint] = [newId(), newId(), newId()];
    const a = await raise(first, endpoint);
    const b = await raise(second);
    const c = await raise(second, endpoint);
    await project.ask("PUT", `/alerts/${b}/acknowledge`);
    expect(await find("")).toEqual([c, b, a]);
    expect(await find(`subscriptionId=${second}`)).toEqual([c, b]);
    expect(await find(`endpointId=${endpoint}`)).toEqual([c, a]);
    expect(await find("acknowledged=true")).toEqual([b]);
    expect(await find("acknowledged=false")).toEqual([c, a]);
    expect(await find("endDate=2020-01-01")).toEqual([]);
    const { data } = (await project.ask("GET", "/alerts?perPage=2")).body;
    expect(await find(`perPage=2&next_page_cursor=${data.pagination.next_page_cursor}`)).toEqual([a]);
    expect((await project.ask("GET", "/alerts?acknowledged=maybe")).status).toBe(422);
  });

  it("is acknowledged once, by an operator, and only in its own project", async () => {
    const id = await raise(newId());
    const acknowledge = (key: string) => project.ask("PUT", `/alerts/${id}/acknowledge`, { key });
    expect((await acknowledge(project.keys.viewer)).status).toBe(403);
    const seen = (await acknowledge(project.keys.operator)).body.data.acknowledged_at;
    expect(Date.parse(seen)).toBeLessThanOrEqual(Date.now());
    expect((await acknowledge(project.keys.admin)).body.data.acknowledged_at).toBe(seen);
    const other = await bench.project("outgoing");
    expect((await other.ask("PUT", `/alerts/${id}/acknowledge`)).status).toBe(404);
    expect((await other.ask("DELETE", `/alerts/${id}/acknowledge`)).status).toBe(404);
    expect((await other.ask("GET", "/alerts")).body.data.content).toEqual([]);
  });

  it("may be acknowledged anew after that was taken back, and the audit log tells each change once", async () => {
    const id = await raise(newId());
    const change = async (method: "PUT" | "DELETE") =>
      (await project.ask(method, `/alerts/${id}/acknowledge`, { key: project.keys.operator })).body.data
        .acknowledged_at;
    expect(await change("DELETE")).toBeNull();
    expect(await change("PUT")).not.toBeNull();
    expect(await change("DELETE")).toBeNull();
    expect(await change("DELETE")).toBeNull();
    expect(await find("acknowledged=false")).toContain(id);
    const { content } = (await project.ask("GET", `/audit-log?resourceId=${id}`)).body.data;
    expect(content.map(({ action }: { action: string }) => action)).toEqual([
      "alert.unacknowledged",
      "alert.acknowledged",
    ]);
  });
});
