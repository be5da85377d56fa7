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

const make = (body: object) => project.ask("POST", "/endpoints", { body: { name: "e", ...body } });
const put = (id: string, body: object) => project.ask("PUT", `/endpoints/${id}`, { body });
const read = async (id: string) => (await project.ask("GET", `/endpoints/${id}`)).body.data;
const pathsOf = ({ body }: { body: { error: { fields: { path: string }[] } } }) =>
  body.error.fields.map(({ path }) => path);

describe("the variables of an endpoint's URL", () => {
  it("are those in braces, with or without a place of their own", async () => {
    const url = "https://{tenant}.example.com/hook/{region}";
    const plain = (await make({ url })).body.data;
    expect(plain).toMatchObject({ url, url_variables: {} });
    const url_variables = { tenant: "body.customer.slug", region: "header.X-Region" };
    const placed = (await make({ url, url_variables })).body.data;
    expect(await read(placed.uid)).toMatchObject({ url, url_variables });
    expect((await put(placed.uid, { name: "other" })).body.data.url_variables).toEqual(url_variables);
    const moved = await put(placed.uid, { url: "https://{tenant}.example.com/" });
    expect(moved.body.data.url_variables).toEqual({ tenant: "body.customer.slug" });
    expect((await put(placed.uid, { url: "https://example.com/" })).body.data.url_variables).toBeNull();
    expect((await make({ url: "https://example.com/" })).body.data.url_variables).toBeNull();
  });

  it("are refused by the name of the field, and then nothing changes", async () => {
    const id = await project.endpoint({ url: "https://example.com/{a}" });
    const before = await read(id);
    const url = "https://example.com/{a}";
    for (const [body, path] of [
      [{ url_variables: { b: "body.b" } }, "url_variables.b"],
      [{ url_variables: { a: "b" } }, "url_variables.a"],
      [{ url_variables: { a: "body." } }, "url_variables.a"],
      [{ url_variables: { a: "body.a..b" } }, "url_variables.a"],
      [{ url_variables: { a: "header.X Y" } }, "url_variables.a"],
      [{ url_variables: { a: "header.X\r\nY" } }, "url_variables.a"],
      [{ url_variables: { a: `body.${"a".repeat(200)}` } }, "url_variables.a"],
      [{ url_variables: { a: 1 } }, "url_variables.a"],
      [{ url_variables: [] }, "url_variables"],
      [{ url: "https://example.com/{a-b}" }, "url"],
      [{ url: "https://example.com/{a", url_variables: {} }, "url"],
      [{ url: "https://{a}.com/" }, "url"],
      [{ url: "https://{a}/" }, "url"],
      [{ url: "https://{a}.co.uk/" }, "url"],
      [{ url: "https://x.{a}.com/" }, "url"],
      [{ url: "https://{a}.github.io/" }, "url"],
      [{ url: "https://{a}.s3.amazonaws.com/" }, "url"],
      [{ url: "https://example.{a}/" }, "url"],
      [{ url: "https://{a}.localhost/" }, "url"],
      [{ url: "https://{a}@example.com/" }, "url"],
    ] as const) {
      const answer = await put(id, body);
      expect([JSON.stringify(body), answer.status, [...new Set(pathsOf(answer))]]).toEqual([
        JSON.stringify(body),
        422,
        [path],
      ]);
    }
    expect(await read(id)).toEqual(before);
    const proto = await project.ask("PUT", `/endpoints/${id}`, {
      body: JSON.parse(`{"url":"${url}","url_variables":{"__proto__":"body.a"}}`),
    });
    expect(proto.status).toBe(422);
  });

  it.each([
    "https://{a}.example.com/",
    "https://{a}.b.example.co.uk/",
    "https://{a}.acme.github.io/",
    "https://{a}.corp.internal/",
  ])("may be in the host name before a domain of somebody's own: %s", async (url) => {
    expect((await make({ url })).status).toBe(201);
  });

  it("choose no host for credentials, which are refused beside them", async () => {
    const authentication = { type: "api_key", api_key: { header_name: "X-Key", header_value: "1" } };
    const url = "https://{a}.example.com/";
    expect(pathsOf(await make({ url, authentication }))).toEqual(["authentication"]);
    const fixed = (await make({ url: "https://a.example.com/{a}", authentication })).body.data.uid;
    const moved = await put(fixed, { url });
    expect([moved.status, pathsOf(moved)]).toEqual([422, expect.arrayContaining(["authentication"])]);
    expect((await put(fixed, { url, authentication: null })).status).toBe(200);
    expect(pathsOf(await put(fixed, { authentication }))).toEqual(["authentication"]);
  });

  it("are none where braces shall be sent as they are, nor in an address from before", async () => {
    const url = "https://example.com/{a}";
    const { uid } = (await make({ url, url_variables: null })).body.data;
    expect(await read(uid)).toMatchObject({ url, url_variables: null });
    expect((await put(uid, { url, name: "same" })).body.data.url_variables).toBeNull();
    expect((await put(uid, { url, url_variables: {} })).body.data.url_variables).toEqual({});
  });

  it("are none in the address of a dynamic event", async () => {
    const url = "https://{a}.example.org/{b}";
    await project.ask("POST", "/events/dynamic", { body: { url, event_type: "a.b", data: {} } });
    const { content } = (await project.ask("GET", `/endpoints?q=example.org`)).body.data;
    expect(content).toMatchObject([{ url, url_variables: null }]);
  });
});

describe("a request that is made at once", () => {
  it("goes to the filled address, or says what is missing", async () => {
    const seen: (string | undefined)[] = [];
    const base = await serve((request, response) => {
      seen.push(request.url);
      response.end();
    });
    const url_variables = { tenant: "body.tenant.id", region: "header.X-Region" };
    const url = `${base.replace(/\/$/, "")}/{tenant}/{region}?v={version}`;
    const endpointId = await project.endpoint({ url, url_variables });
    const payload = '{"tenant":{"id":"a/b"},"version":9007199254740993}';
    const given = { endpointId, status: "Failure", payload, eventHeaders: { "x-region": "eu 1" } } as const;
    const { id } = await toDeliveryFixture(project, given);
    const signed = await project.ask("POST", `/eventdeliveries/${id}/signedrequest`);
    expect(new URL(signed.body.data.url).pathname).toMatch(/\/a%2Fb\/eu%201$/);
    const sent = await project.ask("POST", `/eventdeliveries/${id}/testsend`, { body: {} });
    expect([sent.status, sent.body.data.response_status]).toEqual([200, 200]);
    expect(seen[0]).toMatch(/\/a%2Fb\/eu%201\?v=9007199254740993$/);
    const raw = '{"tenant":{"id":".."},"version":1}';
    for (const [body, message] of [
      [{ raw }, /another path/],
      [{ raw: '{"version":1}' }, /\{tenant\}, and the payload has no text or number at tenant\.id/],
      [{ raw: '{"tenant":{"id":{}},"version":1}' }, /\{tenant\}/],
    ] as const) {
      const refused = await project.ask("POST", `/eventdeliveries/${id}/testsend`, { body });
      expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(message)]);
    }
    expect(seen).toHaveLength(1);
  });

  it("as a test event needs a value too", async () => {
    const id = await project.endpoint({ url: "https://{tenant}.example.com/" });
    for (const method of ["GET", "POST"] as const) {
      const { status, body } = await project.ask(method, `/endpoints/${id}/test`);
      expect([status, body.message]).toEqual([409, expect.stringContaining("{tenant}")]);
    }
    const known = await project.endpoint({ url: "https://example.com/{endpoint_id}" });
    const preview = await project.ask("GET", `/endpoints/${known}/test`);
    expect(preview.body.data.url).toBe(`https://example.com/${known}`);
    expect((await project.ask("POST", `/endpoints/${known}/test`)).status).toBe(201);
  });
});
