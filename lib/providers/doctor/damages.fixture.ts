import { type HeldKeyScheme, header, type SignatureScheme } from "@/lib/providers/scheme";
import { type Damage, firstOf, type Right, resign } from "./damage.fixture";
import { damageSecrets } from "./damage-secrets.fixture";
import type { IncomingCase } from "./incoming-case";

/** Every damage that the doctor claims to know and that this way of signing can suffer. */
export function listDamages(one: Right): Damage[] {
  return [
    ...damageHeaders(one),
    ...damageBody(one),
    ...damageSecrets(one),
    ...damageForm(one),
    ...damageTime(one),
    ...damagePlaces(one),
  ];
}

function proofHeader(scheme: HeldKeyScheme): string | null {
  const first = firstOf(scheme);
  if (first.kind === "basic_auth") return "authorization";
  const at = first.kind === "signature" && !("at" in first.signature) ? header(first.signature.header) : placeOf(first);
  return at?.in === "header" ? at.name.toLowerCase() : null;
}

function placeOf(first: ReturnType<typeof firstOf>) {
  if (first.kind === "token" || first.kind === "jwt") return first.at;
  return first.kind === "signature" && "at" in first.signature ? first.signature.at : null;
}

function damageHeaders({ scheme, right }: Right): Damage[] {
  const name = proofHeader(scheme);
  if (name === null) return [];
  const { [name]: value = "", ...others } = right.headers;
  const renamed = [`http_${name.replaceAll("-", "_")}`, `x-${name.replace(/^x-/, "")}s`, "x-entirely-else"];
  return [
    ...renamed.map((other): Damage => {
      const request = { ...right, headers: { ...others, [other]: value } };
      return { what: `the header ${name} as ${other}`, code: "header_renamed", given: { request }, header: other };
    }),
    {
      what: `no header ${name}`,
      code: "header_missing",
      given: { request: { ...right, headers: others } },
      header: name,
    },
  ];
}

function damageBody({ scheme, right, sample }: Right): Damage[] {
  const first = firstOf(scheme);
  const isCovered =
    first.kind === "jwt" ||
    (first.kind === "signature" &&
      (first.signed.includes("{body}") || (first.bodyHash !== null && "json" in sample.body)));
  if (!isCovered) return [];
  const text = right.rawBody.toString();
  const changes: [string, string][] = [["a line break after its body", `${text}\n`]];
  if ("json" in sample.body) {
    changes.push(["its body indented", JSON.stringify(JSON.parse(text), null, 2)]);
    changes.push(["its body with blanks", text.replace(/^\{/, "{ ").replaceAll('":"', '": "')]);
  }
  return changes.map(([what, body]) => ({
    what,
    code: "body_changed",
    given: { request: { ...right, rawBody: Buffer.from(body) } },
  }));
}

function damageForm(one: Right): Damage[] {
  const { scheme } = one;
  if (scheme.kind !== "signature" || proofHeader(scheme) === null) return [];
  const encodings: Damage[] = [
    {
      what: "another encoding",
      code: "other_encoding",
      given: {
        request: resign(one, { scheme: { ...scheme, encoding: scheme.encoding === "hex" ? "base64" : "hex" } }),
      },
    },
  ];
  const { algorithm } = scheme;
  if (algorithm.type !== "hmac") return encodings;
  const hash = algorithm.hash === "SHA512" ? "SHA256" : "SHA512";
  return [
    ...encodings,
    {
      what: "another hash",
      code: "other_hash",
      given: { request: resign(one, { scheme: { ...scheme, algorithm: { ...algorithm, hash } } }) },
    },
    ...damagePrefix(one, scheme),
  ];
}

function damagePrefix(one: Right, scheme: SignatureScheme): Damage[] {
  const { signature } = scheme;
  const name = proofHeader(scheme) ?? "";
  const value = one.right.headers[name] ?? "";
  const list: Damage[] = [];
  const isPrefixed = (signature.form === "alone" || signature.form === "list") && signature.prefix !== "";
  if (isPrefixed) {
    const request = { ...one.right, headers: { ...one.right.headers, [name]: value.slice(signature.prefix.length) } };
    list.push({ what: "no prefix", code: "other_form", given: { request } });
  }
  if (scheme.signed !== "{body}" && scheme.signed.includes("{body}")) {
    const bare: SignatureScheme = {
      ...scheme,
      signed: "{body}",
      signature: { form: "alone", at: header(name), prefix: "" },
      timestamp: null,
    };
    list.push({ what: "the body alone signed", code: "other_form", given: { request: resign(one, { scheme: bare }) } });
  }
  return list;
}

function damageTime(one: Right): Damage[] {
  const first = firstOf(one.scheme);
  const { timestamp } = first.kind === "signature" ? first : { timestamp: null };
  if (first.kind !== "signature" || timestamp === null || timestamp.toleranceSeconds === null) return [];
  const { toleranceSeconds, unit } = timestamp;
  const at = (seconds: number) => ({ request: resign(one, { now: one.now - seconds * 1_000 }) });
  const other = unit === "seconds" ? "milliseconds" : "seconds";
  const inOther = { ...first, timestamp: { ...timestamp, unit: other } } as const;
  return [
    { what: "a clock that is behind", code: "timestamp_too_old", given: at(toleranceSeconds + 60) },
    { what: "a clock that is ahead", code: "timestamp_in_future", given: at(-toleranceSeconds - 60) },
    { what: `its time in ${other}`, code: "timestamp_unit", given: { request: resign(one, { scheme: inOther }) } },
  ];
}

function damagePlaces(one: Right): Damage[] {
  const { scheme, right, secret, privateKey } = one;
  const first = firstOf(scheme);
  const list: Damage[] = [];
  if (first.kind === "signature" && first.signed.includes("{url}")) {
    const signed = (url: string): IncomingCase["request"] => ({
      ...resign(one, { url }),
      url: right.url,
      query: right.query,
    });
    list.push(
      {
        what: "the address with http",
        code: "other_address",
        given: { request: signed("http://hooks.example.com/ingest/mask-1") },
      },
      {
        what: "an address that is given",
        code: "other_address",
        given: { request: signed("https://other.example.com/a"), sentTo: "https://other.example.com/a" },
      },
    );
  }
  if (privateKey !== undefined) return list;
  const plain: SignatureScheme = {
    kind: "signature",
    algorithm: { type: "hmac", hash: "SHA224", key: "utf8" },
    signature: { form: "named", header: "X-Nobodys" },
    encoding: "base64",
    signed: "{body}",
    timestamp: null,
    id: null,
    bodyHash: null,
  };
  list.push({
    what: "a source without its provider",
    code: "other_provider",
    given: { scheme: plain, provider: null, secrets: [{ kind: "present", text: secret }] },
  });
  return list;
}
