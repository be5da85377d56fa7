import { generateKeyPairSync, sign } from "node:crypto";
import { expect, it } from "vitest";
import { providers } from "@/lib/providers/providers.gen";
import { compileCheck } from "./check";
import { findSecretProblem } from "./secret-problem";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const { scheme } = providers.google_pubsub;
const NOW = 1_700_000_000_000;
const URL = "https://hooks.example.com/ingest/mask-1?x=1";
const EMAIL = "push@my-project.iam.gserviceaccount.com";

const RIGHT = {
  iss: "https://accounts.google.com",
  aud: URL,
  email: EMAIL,
  email_verified: true,
  iat: NOW / 1_000,
  exp: NOW / 1_000 + 3_600,
};

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Judges a token that is signed right, whatever it says. */
function judge(claims: object, { secret = EMAIL, url = URL } = {}) {
  const signed = `${encoded({ alg: "RS256", kid: "a" })}.${encoded({ ...RIGHT, ...claims })}`;
  const authorization = `Bearer ${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
  const request = { method: "POST", headers: { authorization }, query: "", url, rawBody: Buffer.from("{}") };
  return compileCheck(scheme, [secret])(request, NOW, publicKey);
}

const refusedAs = (code: string) => expect.objectContaining({ ok: false, code });

it("takes a token of this service account for this address, with or without its query", () => {
  expect(judge({})).toEqual({ ok: true });
  expect(judge({ aud: "https://hooks.example.com/ingest/mask-1", iss: "accounts.google.com" })).toEqual({ ok: true });
});

it("takes the audience that the secret names, and no other then", () => {
  const secret = `${EMAIL} my-audience`;
  expect(judge({ aud: "my-audience" }, { secret })).toEqual({ ok: true });
  expect(judge({}, { secret })).toEqual(refusedAs("wrong_secret"));
});

it("refuses a token for another account or another audience, or without one", () => {
  expect(judge({ email: "push@other.iam.gserviceaccount.com" })).toEqual(refusedAs("wrong_secret"));
  expect(judge({ aud: "https://evil.example/ingest/mask-1" })).toEqual(refusedAs("wrong_secret"));
  expect(judge({ email_verified: false })).toEqual(refusedAs("header_malformed"));
  expect(judge({ email_verified: "true" })).toEqual(refusedAs("header_malformed"));
  expect(judge({ email: undefined })).toEqual(refusedAs("header_malformed"));
  expect(judge({ aud: undefined })).toEqual(refusedAs("header_malformed"));
  expect(judge({ aud: [URL] })).toEqual(refusedAs("header_malformed"));
});

it("refuses a token of another issuer", () => {
  for (const iss of ["https://accounts.google.com.evil.example", "", undefined, null, ["accounts.google.com"]]) {
    expect(judge({ iss })).toEqual(refusedAs("header_malformed"));
  }
});

it("refuses a token whose time is over or to come, with a minute for the clocks", () => {
  const at = NOW / 1_000;
  expect(judge({ exp: at - 59 })).toEqual({ ok: true });
  expect(judge({ exp: at - 61 })).toEqual(refusedAs("timestamp_too_old"));
  expect(judge({ exp: undefined })).toEqual(refusedAs("timestamp_missing"));
  expect(judge({ iat: at + 59 })).toEqual({ ok: true });
  expect(judge({ iat: at + 61 })).toEqual(refusedAs("timestamp_in_future"));
  expect(judge({ nbf: at + 61 })).toEqual(refusedAs("timestamp_in_future"));
});

it("asks for an e-mail address, and after a blank for an audience", () => {
  expect(findSecretProblem(scheme, ` ${EMAIL} \n`)).toBeNull();
  expect(findSecretProblem(scheme, `${EMAIL} https://hooks.example.com/x`)).toBeNull();
  for (const secret of ["", "push", "@", `${EMAIL} a b`]) {
    expect(findSecretProblem(scheme, secret)).toContain("service account");
  }
});
