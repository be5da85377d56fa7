import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
});
afterAll(() => bench.close());

const put = (id: string, body: object) => project.ask("PUT", `/endpoints/${id}`, { body });

describe("an endpoint keeps its credentials for the address that they were given for:", () => {
  const again = "Give it again: the stored one is not sent to another address.";
  const key = (header_value: string) => ({ type: "api_key", api_key: { header_name: "X-Key", header_value } });
  const basic = (password: string) => ({ type: "basic_auth", basic_auth: { username: "ada", password } });
  const oauth2 = (client_secret: string, url = "https://auth.example.com/token") => ({
    type: "oauth2",
    oauth2: { url, client_id: "hookyard", client_secret },
  });
  const stored = (id: string) =>
    bench.services.db
      .selectFrom("endpoints")
      .select(["url", "authentication", "updated_at"])
      .where("id", "=", id)
      .execute();
  const refused = async (id: string, body: object, path: string) => {
    const before = await stored(id);
    const answer = await put(id, body);
    expect([answer.status, answer.body.error?.fields]).toEqual([422, [{ path, message: again }]]);
    expect(await stored(id)).toEqual(before);
  };

  it.each([
    ["api_key", key, "authentication.api_key.header_value"],
    ["basic_auth", basic, "authentication.basic_auth.password"],
    ["oauth2", oauth2, "authentication.oauth2.client_secret"],
  ] as const)("%s", async (_type, authentication, field) => {
    const id = await project.endpoint({ authentication: authentication("the stored one") });
    for (const url of [
      "https://evil.example/h",
      "http://example.com/h",
      "https://example.com:8443/h",
      "https://example.com./h",
    ]) {
      await refused(id, { url }, field);
      await refused(id, { url, authentication: authentication("[REDACTED]") }, field);
    }
    const near = await put(id, {
      url: "https://EXAMPLE.com:443/other?a=1",
      authentication: authentication("[REDACTED]"),
    });
    expect([near.status, near.body.data?.url]).toEqual([200, "https://EXAMPLE.com:443/other?a=1"]);
    const moved = await put(id, { url: "https://b.example/h", authentication: authentication("given again") });
    expect(moved.status).toBe(200);
    expect((await put(id, { url: "https://c.example/h", authentication: null })).status).toBe(200);
    expect((await put(id, { url: "https://d.example/h" })).status).toBe(200);
  });

  it("a client's secret, for the token URL", async () => {
    const id = await project.endpoint({ authentication: oauth2("the stored one") });
    const field = "authentication.oauth2.client_secret";
    await refused(id, { authentication: oauth2("[REDACTED]", "https://evil.example/token") }, field);
    const path = await put(id, { authentication: oauth2("[REDACTED]", "https://auth.example.com/v2/token") });
    expect(path.status).toBe(200);
  });
});
