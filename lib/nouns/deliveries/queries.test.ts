import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { minIdAt, newId } from "@/lib/kernel/ids";
import { DELIVERY_STATUSES, type DeliveryStatus } from "@/lib/kernel/vocabulary";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";

let bench: ApiBench;
let project: ApiProject;
let endpoints: string[];
const made: { id: string; eventId: string; status: DeliveryStatus; endpointId: string; type: string }[] = [];

beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
  endpoints = [await project.endpoint({ name: "A" }), await project.endpoint({ name: "B" })];
  for (let i = 0; i < 36; i++) {
    const status = DELIVERY_STATUSES[i % 6] as DeliveryStatus;
    const endpointId = endpoints[i % 2] as string;
    const type = i % 3 === 0 ? "invoice.paid" : i % 3 === 1 ? "invoice.sent" : "user.created";
    const idempotencyKey = `key-${i % 4}`;
    made.push({
      ...(await toDeliveryFixture(project, { endpointId, status, eventType: type, idempotencyKey })),
      status,
      endpointId,
      type,
    });
  }
});
afterAll(() => bench.close());

type Listed = { uid: string; status: string };
const list = async (query: string) => (await project.ask("GET", `/eventdeliveries?${query}`)).body.data;
const idsOf = (page: { content: Listed[] }) => page.content.map((delivery) => delivery.uid);
const expected = (keep: (row: (typeof made)[number]) => boolean) =>
  made
    .filter(keep)
    .map((row) => row.id)
    .reverse();

describe("listEventDeliveries", () => {
  const combinations = [
    ...DELIVERY_STATUSES.map((status) => [status]),
    ["Failure", "Discarded"],
    ["Scheduled", "Retry"],
    ["Processing", "Success"],
    ["Retry", "Failure", "Success"],
    [...DELIVERY_STATUSES],
  ];
  it.each(combinations.map((statuses) => [statuses.join("+"), statuses] as const))(
    "finds exactly those in %s, newest first and paged the same way",
    async (_name, statuses) => {
      const wanted = expected((row) => (statuses as string[]).includes(row.status));
      const all = await list(`perPage=100&view=summary&status=${statuses.join(",")}`);
      expect(idsOf(all)).toEqual(wanted);
      for (const row of all.content as Listed[]) expect(statuses).toContain(row.status);
      const walked: string[] = [];
      for (let cursor = ""; ; ) {
        const page = await list(
          `perPage=4&view=summary&status[]=${statuses.join("&status[]=")}&next_page_cursor=${cursor}`,
        );
        walked.push(...idsOf(page));
        if (!page.pagination.has_next_page) break;
        cursor = page.pagination.next_page_cursor;
      }
      expect(walked).toEqual(wanted);
    },
  );

  it("combines each filter with the others", async () => {
    const [a = "", b = ""] = endpoints;
    expect(idsOf(await list(`perPage=100&endpointId=${a}`))).toEqual(expected((row) => row.endpointId === a));
    expect(idsOf(await list(`perPage=100&endpointId[]=${a}&endpointId=${b}`))).toHaveLength(36);
    expect(idsOf(await list(`perPage=100&endpoint_id=${a},${b}`))).toHaveLength(36);
    expect(idsOf(await list("perPage=100&event_type=invoice.*"))).toEqual(
      expected((row) => row.type.startsWith("invoice.")),
    );
    expect(idsOf(await list("perPage=100&eventType=invoice.paid"))).toEqual(
      expected((row) => row.type === "invoice.paid"),
    );
    expect(idsOf(await list(`eventId=${made[7]?.eventId}`))).toEqual([made[7]?.id]);
    expect(idsOf(await list("perPage=100&idempotencyKey=key-1&status=Discarded,Scheduled,Retry"))).toEqual(
      expected((row) => made.indexOf(row) % 4 === 1 && ["Discarded", "Scheduled", "Retry"].includes(row.status)),
    );
    expect(idsOf(await list(`subscriptionId=${newId()}`))).toEqual([]);
    expect(idsOf(await list("nonsense=1&perPage=3"))).toHaveLength(3);
  });

  it("sorts in either direction, written in any case", async () => {
    const oldest = await list("perPage=5&sort=asc");
    expect(idsOf(oldest)).toEqual(made.slice(0, 5).map((row) => row.id));
    expect(oldest.pagination).toMatchObject({ has_next_page: true, has_prev_page: false, per_page: 5 });
  });

  it("takes dates as days and instants, both ends inclusive", async () => {
    const far = await bench.project("outgoing");
    const endpointId = await far.endpoint();
    const moments = [
      "2020-02-27T23:59:59.999Z",
      "2020-02-28T00:00:00.000Z",
      "2020-02-28T23:59:59.999Z",
      "2020-02-29T00:00:00.000Z",
    ];
    for (const moment of moments) {
      const id = minIdAt(new Date(moment)).replace("-0000-0000-", "-7abc-8abc-");
      await toDeliveryFixture(far, { id, endpointId, status: "Success" });
    }
    const times = async (query: string) =>
      (await far.ask("GET", `/eventdeliveries?sort=asc&${query}`)).body.data.content.map(
        (row: { created_at: string }) => moments.indexOf(row.created_at),
      );
    expect(await times("startDate=2020-02-28&endDate=2020-02-28")).toEqual([1, 2]);
    expect(await times("startDate=2020-02-28T23:59:59.999Z")).toEqual([2, 3]);
    expect(await times("endDate=2020-02-28T00:00:00")).toEqual([0, 1]);
    expect(await times("startDate=2020-02-28T01:00:00%2B01:00&endDate=2020-02-28t00:00:00.000z")).toEqual([1]);
    const wrong = [
      "startDate=2020-02-30",
      "endDate=yesterday",
      "startDate=2020-02-28T25:00:00Z",
      "startDate=2020-02-29&endDate=2020-02-28",
    ];
    for (const query of wrong) {
      const { status, body } = await far.ask("GET", `/eventdeliveries?${query}`);
      expect([status, body.error.fields[0].path]).toEqual([422, query.split("=")[0]]);
    }
  });

  it.each([
    ["perPage=0", "perPage"],
    ["perPage=101", "perPage"],
    ["perPage=ten", "perPage"],
    ["perPage=1.5", "perPage"],
    ["status=Done", "status.0"],
    ["status=Success,success", "status.1"],
    ["sort=sideways", "sort"],
    ["direction=up", "direction"],
    ["endpointId=7", "endpointId.0"],
    ["eventId=x", "eventId"],
    ["event_type=%00", "event_type"],
    ["view=half", "view"],
  ])("answers 422 to %s, naming the parameter", async (query, path) => {
    const { status, body } = await project.ask("GET", `/eventdeliveries?${query}`);
    expect([status, body.error?.fields?.[0]?.path]).toEqual([422, path]);
  });

  it("answers 400 to a forged cursor and keeps to the project", async () => {
    const { status, body } = await project.ask("GET", "/eventdeliveries?next_page_cursor=abc");
    expect([status, body.error.code]).toEqual([400, "invalid_cursor"]);
    const other = await bench.project("outgoing");
    expect((await other.ask("GET", "/eventdeliveries")).body.data.content).toEqual([]);
    expect((await other.ask("GET", `/eventdeliveries/${made[0]?.id}`)).status).toBe(404);
  });

  it("leaves payload and headers out of a summary", async () => {
    const [full] = (await list("perPage=1")).content;
    const [summary] = (await list("perPage=1&view=summary")).content;
    expect(full).toMatchObject({
      headers: {},
      metadata: { raw: '{"amount":42}' },
      event_metadata: { raw: '{"amount":42}' },
    });
    for (const field of ["headers"]) expect(summary).not.toHaveProperty(field);
    for (const field of ["data", "raw"]) {
      expect(summary.metadata).not.toHaveProperty(field);
      expect(summary.event_metadata).not.toHaveProperty(field);
    }
    expect(summary.event_metadata).not.toHaveProperty("headers");
  });
});

describe("getEventDelivery", () => {
  it("shows what a function changed in the event for this delivery", async () => {
    const own = { headers: { "x-made": "1" }, payload: "changed" };
    const { id } = await toDeliveryFixture(project, { endpointId: endpoints[0] as string, status: "Success", own });
    const { data } = (await project.ask("GET", `/eventdeliveries/${id}`)).body;
    expect(data).toMatchObject({ headers: own.headers, latency: "1.204s", latency_seconds: 1.2041 });
    expect(data.metadata.raw).toBe("changed");
    expect(data.event_metadata.raw).toBe('{"amount":42}');
  });

  it("shows the attempts in order", async () => {
    const { id } = await toDeliveryFixture(project, { endpointId: endpoints[0] as string, status: "Retry" });
    for (const number of [1, 2]) {
      await bench.services.db
        .insertInto("delivery_attempts")
        .values({
          project_id: project.id,
          delivery_id: id,
          id: newId(),
          number,
          url: "https://example.com/h",
          request_headers: JSON.stringify({ "webhook-id": id }),
          response_status: number === 1 ? null : 503,
          response_headers: number === 1 ? null : JSON.stringify({ server: "x" }),
          response_data: number === 1 ? null : Buffer.from("busy"),
          error_message: number === 1 ? "Nobody listens there." : null,
          started_at: new Date(),
          duration_ms: 12.5,
        })
        .execute();
    }
    const { data } = (await project.ask("GET", `/eventdeliveries/${id}/deliveryattempts`)).body;
    expect(data.map((attempt: { number: number }) => attempt.number)).toEqual([1, 2]);
    expect(data[0]).toMatchObject({ error: "Nobody listens there.", response_status: null, response_http_header: {} });
    expect(data[1]).toMatchObject({
      response_status: 503,
      response_data: "busy",
      request_http_header: { "webhook-id": id },
    });
    expect((await project.ask("GET", `/eventdeliveries/${newId()}/deliveryattempts`)).status).toBe(404);
  });

  it("still shows a deleted endpoint", async () => {
    const endpointId = await project.endpoint({ name: "Gone" });
    const { id } = await toDeliveryFixture(project, { endpointId, status: "Success" });
    await project.ask("DELETE", `/endpoints/${endpointId}`);
    const { data } = (await project.ask("GET", `/eventdeliveries/${id}`)).body;
    expect(data.endpoint_metadata).toMatchObject({ name: "Gone", deleted_at: expect.any(String) });
  });
});
