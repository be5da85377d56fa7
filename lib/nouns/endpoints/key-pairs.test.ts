import { createPublicKey, verify } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import type { SigningKeyPair } from "@/lib/nouns/endpoints/key-pair-schemas";
import { isLive, openKeyPairs } from "@/lib/nouns/endpoints/key-pairs";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

const read = async (id: string) => (await project.ask("GET", `/endpoints/${id}`)).body.data;
const put = (id: string, body: object) => project.ask("PUT", `/endpoints/${id}`, { body });
const rotate = (id: string, body: object = {}) => project.ask("POST", `/endpoints/${id}/key-pairs`, { body });
/** Without a key or a session. */
const publish = (id: string) => bench.ask("GET", `/v1/endpoints/${id}/public-keys`);
const stored = async (id: string) => {
  const { db, box } = bench.services;
  const row = await db.selectFrom("endpoints").select("key_pairs").where("id", "=", id).executeTakeFirstOrThrow();
  return openKeyPairs(row.key_pairs, box);
};

describe("the signature algorithm of an endpoint", () => {
  it("is HMAC unless it is chosen, and makes no key pair", async () => {
    const id = await project.endpoint();
    expect(await read(id)).toMatchObject({ signature_algorithm: "hmac", key_pairs: [] });
    expect(await stored(id)).toEqual([]);
    const refused = await put(id, { signature_algorithm: "rsa" });
    expect([refused.status, refused.body.error.fields[0].path]).toEqual([422, "signature_algorithm"]);
  });

  it("makes a key pair where one is to sign, and keeps it through all changes", async () => {
    const id = await project.endpoint({ signature_algorithm: "ed25519" });
    const [made] = (await read(id)).key_pairs;
    expect(made).toMatchObject({ public_key: expect.stringMatching(/^whpk_/), expires_at: null });
    for (const signature_algorithm of ["hmac_and_ed25519", "hmac", "ed25519"]) {
      expect((await put(id, { signature_algorithm })).body.data).toMatchObject({
        signature_algorithm,
        key_pairs: [made],
      });
    }
    expect((await read(id)).secrets).toHaveLength(1);
  });

  it("never shows the private key, nor stores it in plain text", async () => {
    const id = await project.endpoint({ signature_algorithm: "ed25519" });
    await rotate(id);
    const privateKeys = (await stored(id)).map(({ privateKey }) => privateKey ?? "");
    expect(privateKeys).toHaveLength(2);
    const answers = [
      await read(id),
      (await put(id, { name: "again" })).body,
      (await rotate(id)).body,
      (await publish(id)).body,
      (await project.ask("GET", "/endpoints")).body,
      (await project.ask("GET", "/audit-log")).body,
      (await project.ask("GET", "/meta-events")).body,
    ];
    const row = await bench.services.db.selectFrom("endpoints").selectAll().where("id", "=", id).executeTakeFirst();
    for (const text of [...answers, row].map((one) => JSON.stringify(one))) {
      for (const key of privateKeys) expect(text.includes(key)).toBe(false);
      expect(text).not.toContain("whsk_");
    }
  });
});

describe("the rotation of a key pair", () => {
  it("lets the older ones sign until a time, or ends them at once", async () => {
    const id = await project.endpoint({ signature_algorithm: "ed25519" });
    const [first] = (await read(id)).key_pairs as [SigningKeyPair];
    const answered = await rotate(id, { expires_in: 3_600 });
    expect(answered.status).toBe(201);
    const [second, ...older] = answered.body.data.key_pairs as SigningKeyPair[];
    expect(older).toEqual([{ ...first, expires_at: expect.any(String) }]);
    expect(Date.parse(older[0]?.expires_at ?? "") - Date.now()).toBeGreaterThan(3_500_000);
    const last = (await rotate(id, { expires_in: 0 })).body.data.key_pairs as SigningKeyPair[];
    expect(last.map(({ expires_at }) => expires_at)).toEqual([null]);
    const kept = await stored(id);
    expect(kept.map(({ id: one, privateKey }) => [one, privateKey !== null])).toEqual([
      [last[0]?.uid, true],
      [second?.uid, false],
      [first.uid, false],
    ]);
    expect(kept.filter((pair) => isLive(pair, new Date()))).toHaveLength(1);
  });

  it("is refused beyond ten live ones, and where secrets alone sign", async () => {
    const id = await project.endpoint({ signature_algorithm: "ed25519" });
    for (let made = 1; made < 10; made++) expect((await rotate(id)).status).toBe(201);
    expect((await rotate(id)).status).toBe(409);
    expect((await rotate(id, { expires_in: 0 })).status).toBe(201);
    const plain = await project.endpoint();
    expect((await rotate(plain)).status).toBe(409);
    expect(
      (await project.ask("POST", `/endpoints/${id}/key-pairs`, { body: {}, key: project.keys.operator })).status,
    ).toBe(403);
  });
});

describe("the public keys of an endpoint", () => {
  it("are told to everybody who knows its id, in both forms, and nothing else is", async () => {
    const id = await project.endpoint({ signature_algorithm: "hmac_and_ed25519", name: "canary", owner_id: "canary" });
    await rotate(id);
    const { status, body } = await publish(id);
    const pairs = (await read(id)).key_pairs as SigningKeyPair[];
    expect(status).toBe(200);
    expect(body.data.keys).toEqual(
      pairs.map(({ uid, ...pair }) => ({
        ...pair,
        jwk: { kty: "OKP", crv: "Ed25519", x: expect.any(String), kid: uid },
      })),
    );
    for (const { jwk, public_key } of body.data.keys) {
      const { x } = createPublicKey({ key: jwk, format: "jwk" }).export({ format: "jwk" });
      expect(`whpk_${Buffer.from(x ?? "", "base64url").toString("base64")}`).toBe(public_key);
      expect(verify(null, Buffer.from("a"), createPublicKey({ key: jwk, format: "jwk" }), Buffer.alloc(64))).toBe(
        false,
      );
    }
    expect(JSON.stringify(body)).not.toContain("canary");
  });

  it("are not found of one that signs by secrets, that was deleted, or that never was", async () => {
    const plain = await project.endpoint();
    const back = await project.endpoint({ signature_algorithm: "ed25519" });
    await put(back, { signature_algorithm: "hmac" });
    const deleted = await project.endpoint({ signature_algorithm: "ed25519" });
    await project.ask("DELETE", `/endpoints/${deleted}`);
    const ids = [plain, back, deleted, project.id, "01975f2b-03a8-7d4e-8a11-52f0c3b7e802", "x", "__proto__"];
    const answers = await Promise.all(ids.map(publish));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.message}`))).toEqual(
      new Set(["404 No such endpoint in this project."]),
    );
  });
});

it("refuses a key of a key pair as a secret, by which everybody could sign", async () => {
  const { public_key } = (await read(await project.endpoint({ signature_algorithm: "ed25519" }))).key_pairs[0];
  const made = await project.ask("POST", "/endpoints", {
    body: { name: "e", url: "https://example.com", secret: public_key },
  });
  expect([made.status, made.body.error.fields[0].path]).toEqual([422, "secret"]);
});
