import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { idTime, newId } from "@/lib/kernel/ids";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";

let bench: ApiBench;
let project: ApiProject;
let endpointId: string;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
  endpointId = await project.endpoint();
});
afterAll(() => bench.close());

const cancel = (id: string, key = project.keys.operator) =>
  project.ask("PUT", `/eventdeliveries/${id}/cancel`, { key });
const discardedOf = (endpoint: string) =>
  bench.services.db
    .selectFrom("endpoint_stat_deltas")
    .select(["minute", "discarded"])
    .where("destination_id", "=", endpoint)
    .where("discarded", "<>", 0)
    .execute();

describe("cancelDelivery", () => {
  it.each(["Scheduled", "Retry"] as const)(
    "discards a waiting delivery as %s, and counts it in its minute of creation",
    async (status) => {
      const endpoint = await project.endpoint();
      const yesterday = newId().replace(/^.{13}/, hexAt(Date.now() - 86_400_000));
      const { id } = await toDeliveryFixture(project, { id: yesterday, endpointId: endpoint, status });
      const { body } = await cancel(id);
      expect(body.data).toMatchObject({
        status: "Discarded",
        description: "Cancelled by the API key operator.",
        metadata: { next_send_time: null },
      });
      const minute = new Date(Math.floor(idTime(id).getTime() / 60_000) * 60_000);
      expect(await discardedOf(endpoint)).toEqual([{ minute, discarded: 1 }]);
      const queued = bench.services.db.selectFrom("delivery_queue").selectAll().where("delivery_id", "=", id);
      expect(await queued.execute()).toEqual([]);
    },
  );

  it.each(["Processing", "Success", "Failure", "Discarded"] as const)("is a conflict for %s", async (status) => {
    const { id } = await toDeliveryFixture(project, { endpointId, status });
    const { status: code, body } = await cancel(id);
    expect([code, body.error.code]).toEqual([409, "conflict"]);
    expect((await project.ask("GET", `/eventdeliveries/${id}`)).body.data.status).toBe(status);
  });

  it("happens once if two cancel at once, and can be resent", async () => {
    const endpoint = await project.endpoint();
    const { id } = await toDeliveryFixture(project, { endpointId: endpoint, status: "Retry" });
    const both = await Promise.all([cancel(id), cancel(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await discardedOf(endpoint)).toHaveLength(1);
    expect((await project.ask("PUT", `/eventdeliveries/${id}/resend`)).body.data.status).toBe("Scheduled");
    const counted = (await discardedOf(endpoint)).map((row) => row.discarded);
    expect(counted).toEqual([1, -1]);
  });

  it("is refused to viewers, and not found if there is none", async () => {
    const { id } = await toDeliveryFixture(project, { endpointId, status: "Scheduled" });
    expect((await cancel(id, project.keys.viewer)).status).toBe(403);
    expect((await cancel(newId())).status).toBe(404);
  });
});

function hexAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
