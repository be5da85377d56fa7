import { ownField } from "@/lib/filter/own-field";
import type { RefusalCode } from "@/lib/kernel/vocabulary";
import type { HeldKeyScheme } from "@/lib/providers/scheme";
import { soleHeader } from "@/lib/providers/verification/received";
import { findSecretProblem } from "@/lib/providers/verification/secret-problem";
import type { Refused } from "@/lib/providers/verification/verdict";
import { parsePayload } from "@/lib/wire/parse-payload";
import { type IncomingFinding, tell } from "./findings";
import { type IncomingCase, type KnownSecret, singlesOf } from "./incoming-case";
import { headersOf } from "./scheme-headers";
import { findUnit } from "./tell-time";
import { guessProvider } from "./try-providers";

/** What can be said where nothing that was tried makes the signature right: the refusal, what it leaves open, hints. */
export function tellUnknown(one: IncomingCase, refusal: Refused): IncomingFinding[] {
  return [tellRefusal(one, refusal), ...listHints(one, refusal)].filter((finding) => finding !== null);
}

function tellRefusal(one: IncomingCase, { code, message }: Refused): IncomingFinding {
  if (code === "timestamp_malformed") return findUnit(one) ?? tell(code, message);
  const more = MORE_WORDS[code]?.(one);
  return more === undefined
    ? tell(code, message)
    : tell(code, message + more, { header: headersOf(one.scheme)[0] ?? null });
}

/** What is said of a refusal beyond its own words, of those that are about the first header of the scheme. */
const MORE_WORDS: Partial<Record<RefusalCode, (one: IncomingCase) => string>> = {
  header_missing: () => "",
  signature_mismatch: ({ scheme }) => ` ${LIMITS[kindOf(scheme)]} ${TRIED}`,
  wrong_secret: comparePeople,
};

const TRIED =
  "The known secrets, their usual misspellings, the usual changes of a body, other encodings, hashes and providers were tried, one at a time.";

/** What nobody can tell from a signature that does not fit. */
const LIMITS = {
  digest: "From a digest alone nobody can tell another secret from another body.",
  keys: "From a signature by a key pair alone nobody can tell another key from another body.",
  token: "It is signed by another secret: its own text cannot be at fault.",
} as const;

function kindOf(scheme: HeldKeyScheme): keyof typeof LIMITS {
  const [first] = singlesOf(scheme);
  if (first?.kind === "jwt") return "token";
  return first?.kind === "signature" && first.algorithm.type !== "hmac" ? "keys" : "digest";
}

/** Which half of user name and password differs. */
function comparePeople({ scheme, secrets, request }: IncomingCase): string {
  const [present] = secrets;
  if (scheme.kind !== "basic_auth" || !present) return "";
  const encoded = soleHeader(request.headers, "authorization")?.slice("basic ".length) ?? "";
  const [user, stored] = [Buffer.from(encoded, "base64").toString("utf8"), present.text].map(
    (text) => text.split(":", 1)[0],
  );
  return user === stored ? " The user name is right, the password is another." : " The user name is another.";
}

function listHints(one: IncomingCase, { code }: Refused): (IncomingFinding | null)[] {
  const given = one.secrets.filter(({ kind }) => kind === "given");
  if (code === "header_missing") return [guessProvider(one)];
  const isOpen = code === "signature_mismatch" || code === "wrong_secret";
  return isOpen ? [tellGiven(one, given), tellEmpty(one), tellTestMode(one)] : [];
}

function tellGiven({ scheme, secrets }: IncomingCase, given: readonly KnownSecret[]): IncomingFinding | null {
  if (given.length === 0) return null;
  const stored = secrets.filter(({ kind }) => kind === "present" || kind === "previous");
  if (given.some(({ text }) => stored.some((one) => one.text === text))) {
    return tell("same_secret", "The secret that you gave is the one that the source has.");
  }
  const problems = given.map(({ text }) => findSecretProblem(scheme, text));
  const [problem] = problems;
  if (problems.includes(null) || !problem) return null;
  return tell("secret_form", "The secret that you gave is no key of this kind.", { advice: problem });
}

function tellEmpty({ scheme, request }: IncomingCase): IncomingFinding | null {
  const isCovered = singlesOf(scheme).some((one) => one.kind === "signature" && one.signed.includes("{body}"));
  if (!isCovered || request.rawBody.length > 0) return null;
  const advice = "Paste the body that was sent, exactly.";
  return tell("signature_mismatch", "No body was given, and the signature is over the body.", { advice });
}

/** Where bodies of well-known senders say that they are of the test mode. */
const TEST_MODES = [
  { path: ["livemode"], is: false },
  { path: ["live_mode"], is: false },
  { path: ["live"], is: "false" },
  { path: ["test_mode"], is: true },
  { path: ["meta", "test_mode"], is: true },
  { path: ["mode"], is: "test" },
] as const;

function tellTestMode({ request }: IncomingCase): IncomingFinding | null {
  const body = parsePayload(request.rawBody, soleHeader(request.headers, "content-type") ?? undefined);
  const found = TEST_MODES.find(({ path, is }) => (path as readonly string[]).reduce(ownField, body) === is);
  if (!found) return null;
  const message = `The body says that it is of the sender's test mode (${found.path.join(".")}), which has a secret of its own with most senders.`;
  return tell("test_mode", message);
}
