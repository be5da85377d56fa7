import { describe, expect, it } from "vitest";
import { vectors as adyen } from "@/lib/providers/adyen/vectors.fixture";
import { providers } from "@/lib/providers/providers.gen";
import { digest } from "@/lib/providers/vectors.fixture";
import { verify } from "./check";
import { Received } from "./received";

const SECONDS = 1_700_000_000;
const body = '{"data":{"id":"evt_1"}}';
const proof = (secret: string, seconds = SECONDS) => digest(secret, `${seconds}.${body}`);
const judge = (signature: string) =>
  verify(
    providers.persona.scheme,
    ["ours"],
    { method: "POST", headers: { "persona-signature": signature }, query: "", url: "", rawBody: Buffer.from(body) },
    SECONDS * 1_000,
  );

describe("A header of pairs", () => {
  it("may have a set of pairs for each secret that is rotated, ours first or last", () => {
    const [ours, other] = [`t=${SECONDS},v1=${proof("ours")}`, `t=${SECONDS},v1=${proof("another")}`];
    expect(judge(`${ours} ${other}`)).toEqual({ ok: true });
    expect(judge(`${other} ${ours}`)).toEqual({ ok: true });
    expect(judge(`${other} ${other}`)).toMatchObject({ ok: false, code: "signature_mismatch" });
  });

  it("may have blanks after its commas", () => {
    expect(judge(`t=${SECONDS}, v1=${proof("ours")}`)).toEqual({ ok: true });
  });

  it("says nothing with two times", () => {
    const two = `t=${SECONDS},v1=${proof("ours")} t=${SECONDS - 1},v1=${proof("ours", SECONDS - 1)}`;
    expect(judge(two)).toMatchObject({ ok: false, code: "timestamp_missing" });
  });
});

describe("A place in each element of a list", () => {
  const find = (value: unknown, path = "list.*.token") => {
    const rawBody = Buffer.from(JSON.stringify(value));
    const received = new Received({ method: "POST", headers: {}, query: "", url: "", rawBody });
    return received.find({ in: "body", path });
  };

  it("has the text that all elements share", () => {
    expect(find({ list: [{ token: "a" }] })).toEqual({ text: "a" });
    expect(find({ list: [{ token: "a" }, { token: "a", more: 1 }] })).toEqual({ text: "a" });
    expect(find([{ token: "a" }, { token: "a" }], "*.token")).toEqual({ text: "a" });
  });

  it("has none once another element differs, or has no text there", () => {
    const repeated = { text: null, because: "repeated" };
    expect(find({ list: [{ token: "a" }, { token: "b" }] })).toEqual(repeated);
    expect(find({ list: [{ token: "a" }, {}] })).toEqual(repeated);
    expect(find({ list: [{}, { token: "a" }] })).toEqual(repeated);
    expect(find({ list: [{ token: "a" }, null, "a", { token: ["a"] }] })).toEqual(repeated);
  });

  it("is missing where there is no list, or nothing in it", () => {
    const missing = { text: null, because: "missing" };
    for (const list of [[], [{}], {}, { 0: { token: "a" } }, "a", null]) expect(find({ list })).toEqual(missing);
  });
});

it("refuses a second item beside the one that Adyen signed", () => {
  const [published] = adyen.published ?? [];
  if (!published) throw new Error("Adyen's example is missing.");
  const judgeItems = (change: (items: unknown[]) => unknown[]) => {
    const whole = JSON.parse(published.body) as { notificationItems: unknown[] };
    const rawBody = Buffer.from(JSON.stringify({ ...whole, notificationItems: change(whole.notificationItems) }));
    const request = { method: "POST", headers: {}, query: "", url: "", rawBody };
    return verify(providers.adyen.scheme, [published.secret], request, SECONDS * 1_000);
  };
  expect(judgeItems((items) => items)).toEqual({ ok: true });
  const forged = { NotificationRequestItem: { pspReference: "1", eventCode: "REFUND", success: "true" } };
  expect(judgeItems((items) => [...items, forged])).toMatchObject({ ok: false, code: "field_malformed" });
  expect(judgeItems((items) => [forged, ...items])).toMatchObject({ ok: false, code: "field_malformed" });
});
