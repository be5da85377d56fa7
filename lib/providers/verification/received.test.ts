import { describe, expect, it } from "vitest";
import { providers } from "@/lib/providers/providers.gen";
import { digest } from "@/lib/providers/vectors.fixture";
import { verify } from "./check";

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
