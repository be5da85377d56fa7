import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { generateSecret } from "@/lib/signing/secrets";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
});
afterAll(() => bench.close());

const preview = (endpointID: string, key = project.keys.operator, query = "") =>
  project.ask("GET", `/endpoints/${endpointID}/test${query}`, { key });

it("is signed so that a receiver would accept it, without the endpoint's credentials", async () => {
  const secret = generateSecret();
  const authentication = { type: "api_key", api_key: { header_name: "X-Token", header_value: "the credential" } };
  const endpointID = await project.endpoint({ secret, authentication, url: "https://example.com/h?a=1" });
  const { status, body } = await preview(endpointID, project.keys.operator, "?event_type=invoice.paid");
  expect(status).toBe(200);
  const { data } = body;
  expect(data).toMatchObject({ method: "POST", url: "https://example.com/h?a=1" });
  expect(data.request_http_header).toMatchObject({ "x-token": "[REDACTED]", "webhook-event-type": "invoice.paid" });
  expect(JSON.stringify(body)).not.toContain("the credential");
  expect(new Webhook(secret).verify(data.body, data.request_http_header)).toMatchObject({ endpoint_id: endpointID });
});

it("sends and stores nothing", async () => {
  const endpointID = await project.endpoint();
  await preview(endpointID);
  const { body } = await project.ask("GET", `/eventdeliveries?endpointId=${endpointID}`);
  expect(body.data.content).toEqual([]);
});

it("says that a function may change it, and where a token will come from", async () => {
  const oauth2 = { url: "https://id.example.com/token", client_id: "a", client_secret: "b" };
  const endpointID = await project.endpoint({ authentication: { type: "oauth2", oauth2 } });
  await project.subscription({ endpoint_id: endpointID, function: "function transform(payload) { return payload }" });
  const { notes } = (await preview(endpointID)).body.data;
  expect(notes).toHaveLength(3);
});

it("is for operators", async () => {
  expect((await preview(await project.endpoint(), project.keys.viewer)).status).toBe(403);
});
