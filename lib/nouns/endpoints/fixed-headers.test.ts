import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { closeAll, serve } from "@/lib/egress/receiver.fixture";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
});
afterAll(() => bench.close());
afterEach(closeAll);

const put = (id: string, body: object) => project.ask("PUT", `/endpoints/${id}`, { body });
const read = async (id: string) => (await project.ask("GET", `/endpoints/${id}`)).body.data;

describe("the fixed headers of an endpoint", () => {
  it("are sent with each delivery, over those of the event and under ours", async () => {
    const seen: Record<string, unknown>[] = [];
    const url = await serve((request, response) => {
      seen.push(request.headers);
      response.end();
    });
    const endpointId = await project.endpoint({ url, headers: { "X-Tenant": "acme", "x-route": "eu" } });
    const eventHeaders = { "x-tenant": "of the event", "x-id": "1" };
    const { id } = await toDeliveryFixture(project, { endpointId, status: "Failure", eventHeaders });
    const signed = await project.ask("POST", `/eventdeliveries/${id}/signedrequest`);
    expect(signed.body.data.headers).toMatchObject({ "x-tenant": "acme", "x-route": "eu", "x-id": "1" });
    expect((await project.ask("POST", `/eventdeliveries/${id}/testsend`, { body: {} })).status).toBe(200);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ "x-tenant": "acme", "x-route": "eu", "x-id": "1", "webhook-test": "true" });
  });

  it("are read as they were written, and replaced as a whole", async () => {
    const id = await project.endpoint({ headers: { "X-Tenant": "acme", "X-B": "2" } });
    expect((await read(id)).headers).toEqual({ "X-Tenant": "acme", "X-B": "2" });
    expect((await put(id, { name: "other" })).body.data.headers).toEqual({ "X-Tenant": "acme", "X-B": "2" });
    expect((await put(id, { headers: { "X-C": "3" } })).body.data.headers).toEqual({ "X-C": "3" });
    expect((await put(id, { headers: {} })).body.data.headers).toEqual({});
  });

  it.each([
    ["Host", /belongs to the connection/],
    ["Content-Length", /belongs to the connection/],
    ["Content-Type", /meaning of its own/],
    ["webhook-signature", /meaning of its own/],
    ["Webhook-Test", /meaning of its own/],
    ["Authorization", /meaning of its own/],
    ["X-Hookyard-Signature", /credential/],
    ["X-Api-Key", /credential/],
    ["X Y", /letters, digits/],
  ])("may not be %s", async (name, message) => {
    const { status, body } = await project.ask("POST", "/endpoints", {
      body: { name: "e", url: "https://example.com", headers: { [name]: "1" } },
    });
    expect([status, body.error.fields]).toEqual([
      422,
      [{ path: `headers.${name}`, message: expect.stringMatching(message) }],
    ]);
  });

  it.each([
    [{ "X-A": "a\r\nX-B: b" }, "headers.X-A"],
    [{ "X-A": "1", "x-a": "2" }, "headers"],
    [{ "X-A": "a".repeat(4_096) }, "headers"],
    [Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-${n}`, "1"])), "headers"],
  ])("are refused where a receiver could not read them: %j", async (headers, path) => {
    const { status, body } = await project.ask("POST", "/endpoints", {
      body: { name: "e", url: "https://example.com", headers },
    });
    expect([status, body.error.fields.map((field: { path: string }) => field.path)]).toEqual([422, [path]]);
  });

  it("have no name that the project's settings or the authentication give to another header", async () => {
    const own = await bench.project("outgoing", {
      signature: { header: "X-Proof" },
      delivery: { event_type_header: "X-Kind" },
    });
    const paths = async (method: string, path: string, body: object) => {
      const answer = await own.ask(method, path, { body });
      return answer.body.error?.fields?.map((field: { path: string }) => field.path) ?? answer.status;
    };
    const made = { name: "e", url: "https://example.com" };
    expect(await paths("POST", "/endpoints", { ...made, headers: { "x-proof": "1", "X-KIND": "2" } })).toEqual([
      "headers.x-proof",
      "headers.X-KIND",
    ]);
    const authentication = { type: "api_key", api_key: { header_name: "X-Customer", header_value: "k" } };
    const both = { ...made, authentication, headers: { "x-customer": "1" } };
    expect(await paths("POST", "/endpoints", both)).toEqual(["headers.x-customer"]);
    const id = await own.endpoint({ headers: { "x-customer": "1" } });
    const field = "authentication.api_key.header_name";
    expect(await paths("PUT", `/endpoints/${id}`, { authentication })).toEqual([field]);
    expect(await paths("PUT", `/endpoints/${id}`, { authentication, headers: {} })).toBe(200);
  });
});
