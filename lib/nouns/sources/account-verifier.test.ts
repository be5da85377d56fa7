import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

describe("a source of a provider that gives its keys to accounts", () => {
  const create = (provider: object, name = "plaid") =>
    project.ask("POST", "/sources", {
      body: { name: "p", type: "http", provider: name, verifier: { type: "provider", provider } },
    });
  const ACCOUNT = { client_id: "5e2a7f9c1b3d4e5f60718293", secret: "a1b2c3d4e5f60718293a4b5c6d7e8f" };

  it("keeps its credentials to itself, and takes them back as they are shown", async () => {
    const { status, body } = await create({ ...ACCOUNT, environment: "sandbox" });
    expect(status).toBe(201);
    const shown = { secret: "[REDACTED]", client_id: "[REDACTED]", environment: "sandbox" };
    expect(body.data.verifier).toEqual({ type: "provider", provider: shown });
    const verifier = { type: "provider", provider: { ...shown, environment: "production" } };
    const { data } = (await project.ask("PUT", `/sources/${body.data.uid}`, { body: { verifier } })).body;
    expect(data.verifier.provider).toEqual({ ...shown, environment: "production" });
    const row = await bench.services.db
      .selectFrom("sources")
      .select("verifier")
      .where("id", "=", body.data.uid)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(bench.services.box.open(row.verifier ?? ""))).toEqual({
      type: "provider",
      provider: { ...ACCOUNT, environment: "production" },
    });
    const rotated = await project.ask("POST", `/sources/${body.data.uid}/secrets`, { body: { secret: "another" } });
    expect(rotated.status).toBe(201);
  });

  it("is of production unless it says otherwise, and names what is wrong", async () => {
    expect((await create(ACCOUNT)).body.data.verifier.provider.environment).toBe("production");
    const wrong: [object, string][] = [
      [{ secret: "s" }, "verifier.provider.client_id"],
      [{ client_id: "c" }, "verifier.provider.secret"],
      [{ ...ACCOUNT, environment: "development" }, "verifier.provider.environment"],
      [{ ...ACCOUNT, client_id: "a b" }, "verifier.provider.client_id"],
      [{ ...ACCOUNT, client_id: "[REDACTED]" }, "verifier.provider.client_id"],
      [{ ...ACCOUNT, secret: "a b" }, "verifier.provider.secret"],
      [{ ...ACCOUNT, client_id: "c\r\nx: 1" }, "verifier.provider.client_id"],
      [{ ...ACCOUNT, client_id: "c".repeat(1_048_576) }, "verifier.provider.client_id"],
    ];
    for (const [provider, path] of wrong) {
      const { status, body } = await create(provider);
      expect([status, body.error?.fields?.[0]?.path ?? body.message]).toEqual([422, path]);
    }
    const foreign = await create({ ...ACCOUNT }, "stripe");
    expect([foreign.status, foreign.body.error.fields[0].path]).toEqual([422, "verifier.provider.client_id"]);
  });
});
