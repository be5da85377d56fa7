import { X509Certificate } from "node:crypto";
import { isPublishedKey, type Scheme } from "./scheme";
import type { Vectors } from "./vectors.fixture";
import { type Check, compileCheck } from "./verification/check";
import { findNeededKey } from "./verification/needed-key";
import { pickKey, readPublishedKeys } from "./verification/published-key";
import { Received } from "./verification/received";
import { refused } from "./verification/verdict";

/** Verifies as a source does, with what the vectors publish in the place of the provider's hosts. */
export function compileWithKeys(scheme: Scheme, secrets: readonly string[], { publishes }: Vectors): Check {
  const check = compileCheck(scheme, secrets);
  if (!isPublishedKey(scheme)) return check;
  const roots = publishes?.root ? [new X509Certificate(publishes.root)] : [];
  return (request, now) => {
    const needed = findNeededKey(scheme, secrets, new Received(request));
    if ("code" in needed) return needed;
    const text = publishes?.files[needed.url];
    if (text === undefined) return refused("key_unknown", "The tests publish nothing there.");
    const keys = readPublishedKeys(needed, text, () => roots, now);
    const key = "code" in keys ? keys : pickKey(keys, needed, now);
    return "code" in key ? key : check(request, now, key);
  };
}
