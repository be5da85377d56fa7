import { describe, expect, it } from "vitest";
import {
  AT,
  BODY,
  codes,
  diagnose,
  ended,
  live,
  OWN,
  plain,
  SECONDS,
  sign,
  stranger,
  without,
} from "@/lib/signing/doctor/diagnose-signature.fixture";

describe("a signature that is right", () => {
  it("is called so in both ways of signing, with the secret that signed", async () => {
    const { isValid, schemes } = await diagnose(await sign());
    expect(isValid).toBe(true);
    expect(schemes.map(({ findings }) => findings.map(({ code, secretId }) => [code, secretId]))).toEqual([
      [["valid", "live"]],
      [["valid", "live"]],
    ]);
  });

  it("is so with any spelling of header names, and in the plain form", async () => {
    const headers = Object.entries(await sign({ settings: plain })).map(([name, value]) => [
      name.toUpperCase(),
      ` ${value} `,
    ]);
    expect(await codes(Object.fromEntries(headers), { settings: plain })).toEqual(["valid", "valid"]);
  });

  it("is so with another header, hash and encoding of the project", async () => {
    const how = { header: "x-acme", format: { hash: "SHA512", encoding: "base64" }, isAdvanced: true } as const;
    expect(await codes(await sign({ settings: how }), { settings: how })).toEqual(["valid", "valid"]);
  });

  it("is so by one of several entries", async () => {
    const [mine, other] = [await sign(), await sign({ by: stranger })];
    const both = { ...mine, "webhook-signature": `${other["webhook-signature"]} ${mine["webhook-signature"]}` };
    expect(await codes(both)).toEqual(["valid", "valid"]);
  });

  it("needs only one of the two ways, but one of them", async () => {
    const headers = await sign();
    expect(await diagnose(without(headers, OWN))).toMatchObject({
      isValid: true,
      schemes: [{}, { verdict: "not_received" }],
    });
    expect(await diagnose({ [OWN]: headers[OWN] as string })).toMatchObject({ isValid: true });
    expect(await diagnose({ host: "example.com" })).toMatchObject({ isValid: false });
  });
});

describe("headers", () => {
  it.each(["webhook-id", "webhook-timestamp", "webhook-signature"])("without %s: it is named", async (name) => {
    const { schemes, isValid } = await diagnose(without(await sign(), name));
    expect(isValid).toBe(false);
    expect(schemes[0]?.findings).toMatchObject([{ code: "header_missing", header: name }]);
  });

  it("under another name are recognized, and judged all the same", async () => {
    const headers = await sign();
    const { "webhook-id": id = "", "webhook-timestamp": time = "", "webhook-signature": signature = "" } = headers;
    expect(await codes({ "svix-id": id, "svix-timestamp": time, "svix-signature": signature })).toEqual([
      "header_renamed header_renamed header_renamed valid",
      "not_received",
    ]);
    expect(await codes({ "webhook-id": id, http_webhook_timestamp: time, "webhook-signature": signature })).toEqual([
      "header_renamed valid",
      "not_received",
    ]);
    expect((await codes({ "x-other": headers[OWN] ?? "" }))[1]).toBe("header_renamed");
  });

  it("with another id than was sent", async () => {
    const headers = { ...(await sign()), "webhook-id": "msg_2" };
    expect((await codes(headers, { sent: { id: "msg_1", body: BODY } }))[0]).toBe("id_differs");
    expect((await codes(headers))[0]).toBe("secret_unknown");
  });
});

describe("the timestamp", () => {
  it.each([
    [SECONDS - 300, "valid"],
    [SECONDS - 301, "timestamp_too_old valid"],
    [SECONDS + 300, "valid"],
    [SECONDS + 301, "timestamp_in_future valid"],
  ])("%i gives %s", async (seconds, code) => {
    expect(await codes(await sign({ seconds }))).toEqual([code, code]);
  });

  it("tells how old it was", async () => {
    const { schemes } = await diagnose(await sign({ seconds: SECONDS - 7_500 }));
    expect(schemes[0]?.findings[0]?.message).toContain("2 hours 5 minutes old");
  });

  it("in milliseconds or in words is no number of seconds", async () => {
    const headers = await sign();
    const inMilliseconds = await diagnose({ ...headers, "webhook-timestamp": `${SECONDS}000` });
    expect(inMilliseconds.schemes[0]?.findings[0]).toMatchObject({ code: "timestamp_not_a_number" });
    expect(inMilliseconds.schemes[0]?.findings[0]?.message).toContain("milliseconds");
    expect((await codes({ ...headers, "webhook-timestamp": "noon" }))[0]).toMatch(/^timestamp_not_a_number/);
  });

  it("that is not the signed one is told by the other header", async () => {
    const headers = await sign();
    expect(await codes({ ...headers, "webhook-timestamp": String(SECONDS - 9) })).toEqual([
      "timestamp_changed",
      "valid",
    ]);
    const own = headers[OWN]?.replace(`t=${SECONDS}`, `t=${SECONDS - 9}`) ?? "";
    expect(await codes({ ...headers, [OWN]: own })).toEqual(["valid", "timestamp_changed"]);
  });
});

describe("the form of the signature", () => {
  it.each([
    [
      "in hex",
      (entry: string) => `v1,${Buffer.from(entry.slice(3), "base64").toString("hex")}`,
      "signature_form valid",
    ],
    ["without its prefix", (entry: string) => entry.slice(3), "signature_form valid"],
    ["with = for the comma", (entry: string) => entry.replace(",", "="), "signature_form valid"],
    ["cut off", (entry: string) => entry.slice(0, 20), "signature_form"],
    ["empty", () => "", "signature_form"],
  ])("%s", async (_name, spoil, code) => {
    const headers = await sign();
    const spoilt = { ...headers, "webhook-signature": spoil(headers["webhook-signature"] ?? "") };
    expect((await codes(spoilt))[0]).toBe(code);
  });

  it("of the other header in its place is recognized", async () => {
    const headers = await sign();
    const { schemes } = await diagnose({ ...headers, "webhook-signature": headers[OWN] ?? "" });
    expect(schemes[0]?.findings[0]?.message).toContain("project's own signature header");
  });

  it("advanced where plain is set, and the other way round", async () => {
    expect((await codes(await sign(), { settings: plain }))[1]).toBe("signature_form");
    expect((await codes(await sign({ settings: plain })))[1]).toBe("signature_form");
  });

  it("in the plain header: a prefix, or another encoding", async () => {
    const headers = await sign({ settings: plain });
    const hex = headers[OWN] ?? "";
    expect((await codes({ ...headers, [OWN]: `sha256=${hex}` }, { settings: plain }))[1]).toBe("signature_form valid");
    const base64 = Buffer.from(hex, "hex").toString("base64");
    expect((await codes({ ...headers, [OWN]: base64 }, { settings: plain }))[1]).toBe("signature_form valid");
  });
});

describe("the body", () => {
  const text = BODY.toString();
  const value: unknown = JSON.parse(text);
  it.each([
    ["a line break at its end", BODY, Buffer.from(`${text}\n`)],
    ["JSON that was indented", BODY, Buffer.from(JSON.stringify(value, null, 2))],
    [
      "JSON of Python that was made compact",
      Buffer.from('{"a": 1, "b": ["x", {"c": {}}]}'),
      Buffer.from('{"a":1,"b":["x",{"c":{}}]}'),
    ],
    ["escaped slashes that were not kept", Buffer.from('{"a":"b\\/c"}'), Buffer.from('{"a":"b/c"}')],
    ["escaped letters that were not kept", Buffer.from('{"a":"\\u00f6"}'), Buffer.from('{"a":"ö"}')],
    ["a byte order mark", BODY, Buffer.from(`\uFEFF${text}`)],
    ["other line breaks", Buffer.from("a\r\nb"), Buffer.from("a\nb")],
    ["text that was read as Latin-1", BODY, Buffer.from(BODY.toString("latin1"))],
  ])("with %s is recognized by the signature alone", async (_name, sent, body) => {
    expect(await codes(await sign({ body: sent }), { body })).toEqual(["body_changed", "body_changed"]);
  });

  it("is compared with what was sent", async () => {
    const body = Buffer.from(text.replace("paid", "void"));
    const result = await diagnose(await sign(), { body, sent: { id: "msg_1", body: BODY } });
    expect(result.schemes.map(({ findings }) => findings[0]?.code)).toEqual(["body_changed", "body_changed"]);
    expect(result.comparison).toMatchObject({ change: "content", difference: { at: 17, line: 1, column: 18 } });
    expect(await codes(await sign(), { body })).toEqual(["secret_unknown", "secret_unknown"]);
  });
});

describe("the secret", () => {
  it("that ended is named by its id", async () => {
    const { schemes, isValid } = await diagnose(await sign({ by: ended }));
    expect(isValid).toBe(false);
    for (const { findings } of schemes) expect(findings).toMatchObject([{ code: "secret_expired", secretId: "ended" }]);
  });

  it("that ends later was live when the request came", async () => {
    const received = {
      headers: await sign({ by: ended, seconds: SECONDS - 172_800 }),
      body: BODY,
      at: new Date(AT.getTime() - 172_800_000),
    };
    expect(await diagnose({}, { received })).toMatchObject({ isValid: true });
  });

  it("of nobody is told from a changed body where the delivery is known", async () => {
    const headers = await sign({ by: stranger });
    const known = await diagnose(headers, { sent: { id: "msg_1", body: BODY } });
    expect(known.schemes[0]?.findings[0]).toMatchObject({ code: "secret_unknown", secretId: null });
    expect(known.schemes[0]?.findings[0]?.message).toContain("made with another secret");
  });

  it("is never in what is said", async () => {
    const said = await Promise.all([
      diagnose(await sign({ by: ended })),
      diagnose(await sign({ by: stranger })),
      diagnose(await sign(), { body: Buffer.from("other") }),
    ]);
    const right = await sign();
    for (const { key } of [live, ended]) {
      for (const encoding of ["utf8", "hex", "base64"] as const) {
        expect(JSON.stringify(said)).not.toContain(key.toString(encoding));
      }
    }
    expect(JSON.stringify(said)).not.toContain(right["webhook-signature"]?.slice(3));
  });
});

// Indented, five thousand levels would be a hundred megabytes; fifty thousand are deeper than the stack reaches.
it.each([5_000, 50_000])("takes JSON that is nested %i deep by its bytes", async (depth) => {
  const body = Buffer.from("[".repeat(depth) + "]".repeat(depth));
  const sent = { id: "msg_1", body: Buffer.from(` ${body}`) };
  expect(await codes(await sign({ by: stranger }), { body, sent })).toEqual(["secret_unknown", "secret_unknown"]);
  expect(await codes(await sign({ by: stranger }), { body })).toEqual(["secret_unknown", "secret_unknown"]);
});
