import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { makeCertificate, toKeyPem } from "@/lib/egress/authority.fixture";
import { REDACTED } from "@/lib/kernel/vocabulary";
import { redactCredentials } from "@/lib/wire/redaction";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing", { meta_event: { is_enabled: true, url: "https://example.com/meta" } });
});
afterAll(() => bench.close());

const DAY_MS = 86_400_000;
const authority = makeCertificate({ name: "An authority", isAuthority: true });
const client = makeCertificate({ name: "Hookyard", by: authority });
const expired = makeCertificate({ name: "Old", from: new Date("2020-01-01"), to: new Date("2021-01-01") });
const early = makeCertificate({
  name: "Early",
  from: new Date(Date.now() + DAY_MS),
  to: new Date(Date.now() + 2 * DAY_MS),
});
const TLS = { client_certificate: client.pem, client_key: toKeyPem(client), ca_certificate: authority.pem };
const KEPT = redactCredentials(TLS);

const put = (id: string, body: object) => project.ask("PUT", `/endpoints/${id}`, { body });
const create = (tls: object, url = "https://example.com/h") =>
  project.ask("POST", "/endpoints", { body: { name: "e", url, tls } });
const fieldsOf = ({ body }: Awaited<ReturnType<typeof put>>) => body.error?.fields ?? null;
const storedOf = async (id: string) => {
  const { tls } = await bench.services.db
    .selectFrom("endpoints")
    .select("tls")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return tls === null ? null : JSON.parse(bench.services.box.open(tls));
};

describe("the certificates of an endpoint", () => {
  it("are stored encrypted and never shown again, but for whose they are and until when", async () => {
    const id = await project.endpoint({ tls: TLS });
    expect(await storedOf(id)).toEqual(TLS);
    const { data } = (await project.ask("GET", `/endpoints/${id}`)).body;
    expect(data.tls).toEqual(KEPT);
    expect(data.tls_certificates).toEqual([
      {
        kind: "client",
        subject: "CN=Hookyard",
        issuer: "CN=An authority",
        valid_from: expect.any(String),
        expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      },
      expect.objectContaining({ kind: "authority", subject: "CN=An authority" }),
    ]);
    const told = (await project.ask("GET", "/meta-events?event_type=endpoint.created&perPage=1")).body;
    const audited = (await project.ask("GET", `/audit-log?resourceId=${id}`)).body;
    const line = TLS.client_key.split("\n")[6] ?? "";
    expect(JSON.stringify([data, told, audited])).not.toContain(line);
  });

  it("stay where [REDACTED] is sent back, and go where null or nothing is", async () => {
    const id = await project.endpoint({ tls: TLS });
    expect((await put(id, { name: "other" })).status).toBe(200);
    expect((await put(id, { tls: KEPT })).status).toBe(200);
    expect(await storedOf(id)).toEqual(TLS);
    expect((await put(id, { tls: { ca_certificate: REDACTED } })).status).toBe(200);
    expect(await storedOf(id)).toEqual({ client_certificate: "", client_key: "", ca_certificate: authority.pem });
    expect(fieldsOf(await put(id, { tls: KEPT }))?.map(({ path }: { path: string }) => path)).toEqual([
      "tls.client_certificate",
      "tls.client_key",
    ]);
    expect((await put(id, { tls: {} })).body.data).toMatchObject({ tls: null, tls_certificates: [] });
    expect(await storedOf(id)).toBeNull();
  });

  it("belong to the address that they were given for", async () => {
    const id = await project.endpoint({ tls: TLS, url: "https://a.example/h" });
    expect((await put(id, { url: "https://a.example/other" })).status).toBe(200);
    for (const input of [{ url: "https://evil.example/h" }, { url: "https://evil.example/h", tls: KEPT }]) {
      expect(fieldsOf(await put(id, input))).toEqual(
        ["client_certificate", "client_key", "ca_certificate"].map((field) => ({
          path: `tls.${field}`,
          message: "Give it again: the stored one is not sent to another address.",
        })),
      );
    }
    expect((await put(id, { url: "https://b.example/h", tls: TLS })).status).toBe(200);
    expect((await put(id, { url: "https://c.example/h", tls: null })).status).toBe(200);
  });

  it("may have expired since they were stored", async () => {
    const id = await project.endpoint();
    const tls = { client_certificate: expired.pem, client_key: toKeyPem(expired), ca_certificate: "" };
    const sealed = bench.services.box.seal(JSON.stringify(tls));
    await bench.services.db.updateTable("endpoints").set({ tls: sealed }).where("id", "=", id).execute();
    expect((await put(id, { tls: redactCredentials(tls), name: "other" })).status).toBe(200);
  });

  it("are taken in one line, with intermediates, and without what else stands in the text", async () => {
    const chain = `subject=CN = Hookyard\n${client.pem}${authority.pem}${TLS.client_key}`;
    const tls = { client_certificate: chain, client_key: TLS.client_key.replaceAll("\n", "") };
    const id = (await create(tls)).body.data.uid;
    expect(await storedOf(id)).toEqual({
      client_certificate: client.pem + authority.pem,
      client_key: TLS.client_key,
      ca_certificate: "",
    });
  });

  const encrypted = client.privateKey
    .export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "x" })
    .toString();
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const foreign = other.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  it.each([
    [{ client_certificate: client.pem }, "tls.client_key", /Give the private key/],
    [{ client_key: TLS.client_key }, "tls.client_certificate", /Give the certificate/],
    [{ ...TLS, client_key: foreign }, "tls.client_key", /does not fit/],
    [{ ...TLS, client_key: encrypted }, "tls.client_key", /passphrase/],
    [{ ...TLS, client_key: client.pem }, "tls.client_key", /cannot be read/],
    [{ ...TLS, client_certificate: TLS.client_key }, "tls.client_certificate", /no certificate in it/],
    [{ client_certificate: "nonsense" }, "tls.client_certificate", /Paste it as PEM/],
    [{ ca_certificate: authority.pem.replace(/^MII/m, "AAA") }, "tls.ca_certificate", /cannot be read/],
    [{ ca_certificate: expired.pem }, "tls.ca_certificate", /It expired on 2021-01-01/],
    [{ ca_certificate: authority.pem + early.pem }, "tls.ca_certificate", /Certificate 2 is valid from/],
    [
      { client_certificate: expired.pem, client_key: toKeyPem(expired) },
      "tls.client_certificate",
      /It expired on 2021-01-01/,
    ],
    [{ client_key: REDACTED }, "tls.client_key", /no stored one/],
  ])("are refused where they are wrong: %#", async (tls, path, message) => {
    expect(fieldsOf(await create(tls))).toEqual([{ path, message: expect.stringMatching(message) }]);
  });

  it("need an address with TLS", async () => {
    expect(fieldsOf(await create(TLS, "http://example.com"))).toEqual([
      { path: "tls.client_certificate", message: "Only an https:// URL is connected to with it." },
    ]);
  });
});
