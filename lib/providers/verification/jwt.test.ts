import { createHash, createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { providers } from "@/lib/providers/providers.gen";
import { verify } from "./check";

const SECRET = "a-secret-of-ours";
const NOW = 1_700_000_000_000;
const BODY = '{"state":"ready"}';
const sha256 = createHash("sha256").update(BODY).digest("hex");
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token that is signed right, whatever it says. */
function tokenOf(claims: unknown, header: unknown = { alg: "HS256" }): string {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${createHmac("sha256", SECRET).update(signed).digest("base64url")}`;
}

function judge(token: string, secrets = [SECRET]) {
  const headers = { "x-webhook-signature": token };
  const request = { method: "POST", headers, query: "", url: "", rawBody: Buffer.from(BODY) };
  return verify(providers.netlify.scheme, secrets, request, NOW);
}

const refusedAs = (code: string) => expect.objectContaining({ ok: false, code });

it("takes a token of this issuer over this body", () => {
  expect(judge(tokenOf({ iss: "netlify", sha256 }))).toEqual({ ok: true });
  expect(judge(tokenOf({ iss: "netlify", sha256: sha256.toUpperCase() }))).toEqual({ ok: true });
});

it("refuses a token of another issuer, or without one", () => {
  expect(judge(tokenOf({ iss: "somebody", sha256 }))).toEqual(refusedAs("header_malformed"));
  expect(judge(tokenOf({ sha256 }))).toEqual(refusedAs("header_malformed"));
});

it("refuses a token over another body, or over none", () => {
  expect(judge(tokenOf({ iss: "netlify", sha256: sha256.replace(/./, "x") }))).toEqual(refusedAs("body_changed"));
  for (const claim of [undefined, null, 1, [sha256], ""]) {
    expect(judge(tokenOf({ iss: "netlify", sha256: claim }))).toEqual(refusedAs("body_changed"));
  }
});

it("lets the token choose no algorithm", () => {
  for (const alg of ["none", "HS512", "RS256", "hs256", undefined, null]) {
    expect(judge(tokenOf({ iss: "netlify", sha256 }, { alg }))).toEqual(refusedAs("header_malformed"));
  }
});

it("refuses a token whose time is over or to come, with a minute for the clocks", () => {
  const at = (claims: object) => judge(tokenOf({ iss: "netlify", sha256, ...claims }));
  expect(at({ exp: NOW / 1_000 - 59 })).toEqual({ ok: true });
  expect(at({ exp: NOW / 1_000 - 61 })).toEqual(refusedAs("timestamp_too_old"));
  expect(at({ nbf: NOW / 1_000 + 59 })).toEqual({ ok: true });
  expect(at({ nbf: NOW / 1_000 + 61 })).toEqual(refusedAs("timestamp_in_future"));
});

it("takes nothing without a secret", () => {
  expect(judge(tokenOf({ iss: "netlify", sha256 }), [])).toEqual(refusedAs("signature_mismatch"));
  expect(judge(tokenOf({ iss: "netlify", sha256 }), [""])).toEqual(refusedAs("signature_mismatch"));
});

it("says of any other text that it is no token", () => {
  for (const text of ["a", "a.b", "a.b.c", `${encoded([])}.${encoded({})}.${"a".repeat(43)}`, `..${"a".repeat(43)}`]) {
    expect(judge(text)).toEqual(refusedAs("wrong_encoding"));
  }
});
