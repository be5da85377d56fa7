import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { createOwnReceivers } from "@/lib/egress/own-receivers";
import { killCopies, startCopy } from "@/lib/next/started-copy.fixture";
import type { ReceivedRequest } from "@/lib/nouns/receivers/schemas";
import { until } from "@/lib/program/engines.fixture";

const NO_PRIVATE_ADDRESS = { HOOKYARD_EGRESS_ALLOW: "" };

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing", { retry: { strategy: "linear", interval_seconds: 1, retry_limit: 5 } });
});
afterEach(killCopies);
afterAll(() => bench.close());

/** The API as a copy has it that is reached at this address, and may deliver to public addresses only. */
function reachedAt(publicUrl: string): void {
  const guard = createAddressGuard("");
  const own = createOwnReceivers(publicUrl, { hostname: "127.0.0.1", port: 1 });
  const checkOrigin = (url: string) => guard.checkUrl(url);
  const checkDestination = (url: string) => (own.find(url) ? null : checkOrigin(url));
  Object.assign(bench.services, { publicUrl, checkDestination, checkOrigin });
}

const create = async (path: string, body: object) => project.ask("POST", path, { body });

it.each(["http://localhost:3000", "https://hooks.example.test"])(
  "a delivery to a receiver at %s arrives through this copy's own door, with its retries",
  async (publicUrl) => {
    reachedAt(publicUrl);
    await startCopy(bench.database.url, { ...NO_PRIVATE_ADDRESS, HOOKYARD_URL: publicUrl });
    const { body } = await create("/receivers", { name: "Try", fail_next: 1 });
    const receiver = body.data;
    const elsewhere = await create("/endpoints", { name: "No", url: "http://localhost:3000/v1/me" });
    expect([elsewhere.status, elsewhere.body.error.fields[0].path]).toEqual([422, "url"]);
    const rest_api = { url: "http://localhost:3000/receive/Zk3vN8qLr2TtYw5sXc7bHj9mPd4gKf6A" };
    const read = await create("/sources", { name: "No", type: "rest_api", rest_api });
    expect([read.status, read.body.error.fields[0].path]).toEqual([422, "rest_api.url"]);
    const endpoint_id = await project.endpoint({ url: receiver.url });
    const event = await create("/events", { endpoint_id, event_type: "order.created", data: { n: 1 } });
    expect(event.status).toBe(201);
    const requests = await until(async () => {
      const list = await project.ask("GET", `/receivers/${receiver.uid}/requests`);
      const content: ReceivedRequest[] = list.body.data.content;
      return content.length === 2 && content;
    });
    expect(requests.map(({ status }) => status)).toEqual([200, 503]);
    expect(requests[0]).toMatchObject({ method: "POST", headers: { host: new URL(publicUrl).host } });
    expect(requests[0]?.headers["webhook-signature"]).toMatch(/^v1,/);
    await until(async () => {
      const { body: list } = await project.ask("GET", `/eventdeliveries?endpointId=${endpoint_id}`);
      return list.data.content[0].status === "Success";
    });
  },
);
