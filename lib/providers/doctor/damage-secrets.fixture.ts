import { otherSecret } from "@/lib/providers/vectors.fixture";
import { type Damage, firstOf, type Right, resign } from "./damage.fixture";

/** Another secret, and the same one in another form. */
export function damageSecrets(one: Right): Damage[] {
  const { scheme, secret, now, privateKey } = one;
  const other = otherSecret(secret);
  const later = new Date(now + 60_000);
  const earlier = new Date(now - 60_000);
  if (privateKey !== undefined) {
    const wrong = { kind: "present", text: "no key" } as const;
    return [
      {
        what: "the key given, not stored",
        code: "other_secret",
        given: { secrets: [wrong, { kind: "given", text: secret }] },
      },
      { what: "another key stored", code: "signature_mismatch", given: { secrets: [wrong] } },
    ];
  }
  const first = firstOf(scheme);
  const unknown = first.kind === "signature" || first.kind === "jwt" ? "signature_mismatch" : "wrong_secret";
  const list: Damage[] = [
    {
      what: "the secret before",
      code: "previous_secret",
      given: {
        secrets: [
          { kind: "present", text: other },
          { kind: "previous", text: secret, endsAt: later },
        ],
      },
    },
    {
      what: "a secret that ended",
      code: "other_secret",
      given: {
        secrets: [
          { kind: "present", text: other },
          { kind: "ended", text: secret, endsAt: earlier },
        ],
      },
    },
    {
      what: "a secret that is given",
      code: "other_secret",
      given: {
        secrets: [
          { kind: "present", text: other },
          { kind: "given", text: secret },
        ],
      },
    },
    { what: "a secret of nobody", code: unknown, given: { secrets: [{ kind: "present", text: other }] } },
    {
      what: "the stored secret given too",
      code: "same_secret",
      given: {
        secrets: [
          { kind: "present", text: other },
          { kind: "given", text: other },
        ],
      },
    },
  ];
  return [...list, ...damageSpelling(one), ...damageKey(one)];
}

/** A secret whose text is the key, or the token, as it stands. */
function damageSpelling(one: Right): Damage[] {
  const { scheme, secret } = one;
  const first = firstOf(scheme);
  if (first.kind === "signature" && (first.algorithm.type !== "hmac" || first.algorithm.key !== "utf8")) return [];
  const stored = (what: string, text: string): Damage => {
    return { what, code: "secret_form", given: { secrets: [{ kind: "present", text }] } };
  };
  const quoted = stored("a secret stored in quotes", `"${secret}"`);
  if (first.kind === "token") return [quoted];
  const request = resign(one, { secret: `${secret}\n` });
  return [
    quoted,
    stored("a secret stored with blanks", ` ${secret} `),
    { what: "a secret with a line break at the sender", code: "secret_form", given: { request } },
  ];
}

/** The text of the secret as key, where it is to be decoded. */
function damageKey(one: Right): Damage[] {
  const first = firstOf(one.scheme);
  if (first.kind !== "signature" || first.algorithm.type !== "hmac") return [];
  if (!["whsec", "base64", "hex"].includes(first.algorithm.key)) return [];
  const request = resign(one, { scheme: { ...first, algorithm: { ...first.algorithm, key: "utf8" } } });
  return [{ what: "the text of the secret as key", code: "secret_form", given: { request } }];
}
