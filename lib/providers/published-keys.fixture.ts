import { X509Certificate } from "node:crypto";
import { isPublishedKey, type Scheme } from "./scheme";
import type { Vectors } from "./vectors.fixture";
import { type Check, compileCheck } from "./verification/check";
import { findNeededKey, type NeededKey } from "./verification/needed-key";
import { pickKey, readPublishedKeys } from "./verification/published-key";
import { Received } from "./verification/received";
import { type Refused, refused } from "./verification/verdict";

/** Verifies as a source does, with what the vectors publish in the place of the provider's hosts. */
export function compileWithKeys(scheme: Scheme, secrets: readonly string[], { publishes }: Vectors): Check {
  const check = compileCheck(scheme, secrets);
  if (!isPublishedKey(scheme)) return check;
  const roots = publishes?.root ? [new X509Certificate(publishes.root)] : [];
  return (request, now) => {
    const needed = findNeededKey(scheme, secrets, new Received(request));
    if ("code" in needed) return needed;
    const text = textOf(needed, publishes);
    if (typeof text !== "string") return text;
    const keys = readPublishedKeys(needed, text, () => roots, now);
    const key = "code" in keys ? keys : pickKey(keys, needed, now);
    return "code" in key ? key : check(request, now, key);
  };
}

/** What the provider gives to the first account that it knows; or its file. */
function textOf(needed: NeededKey, publishes: Vectors["publishes"]): string | Refused {
  if (needed.form !== "account") {
    return publishes?.files[needed.url] ?? refused("key_unknown", "The tests publish nothing there.");
  }
  const { accounts, kid: key_id } = needed;
  const answers = accounts.map(({ url, clientId: client_id, secret }) => {
    return publishes?.give?.(url, { client_id, secret, key_id });
  });
  const given = answers.find((answer) => answer?.status === 200);
  if (given) return given.text;
  const isUnknown = answers.some((answer) => answer?.text.includes(needed.errors.unknownKey));
  return refused(isUnknown ? "key_unknown" : "key_denied", "The tests give no key.");
}
