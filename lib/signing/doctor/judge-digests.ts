import { setImmediate as yieldLoop } from "node:timers/promises";
import type { HmacHash } from "@/lib/kernel/vocabulary";
import { compareBodies, guessSentBodies } from "@/lib/signing/doctor/compare-bodies";
import {
  type Digest,
  findPair,
  findSigner,
  type KnownKeyPair,
  type KnownSecret,
  type Signed,
} from "@/lib/signing/doctor/digests";
import { type Case, CHANGE_WORDS, type Finding, finding } from "@/lib/signing/doctor/findings";

/** What a scheme signs: the received prefix, and prefixes that would show what else was changed. */
export type Claim = {
  header: string;
  prefix: string;
  others: readonly { prefix: string; finding: Finding }[];
  digests: readonly Digest[];
};

/** Who may have signed, and how that is found. */
type Signers = {
  noun: "secret" | "key pair";
  known: readonly Omit<KnownSecret, "key">[];
  find(signed: Signed): Promise<KnownSecret | KnownKeyPair | null>;
};

/** Says which secret signed, or what was changed after signing. Nothing is returned but words: no digest, no secret. */
export function judgeDigests(one: Case, { hash, ...claim }: Claim & { hash: HmacHash }): Promise<Finding[]> {
  const digests = claim.digests.map(({ bytes }) => bytes);
  const find = (signed: Signed) => findSigner({ ...signed, hash }, digests, one.secrets);
  return judge(one, claim, { noun: "secret", known: one.secrets, find });
}

/** The same of Ed25519 signatures and key pairs. */
export function judgeByKeyPairs(one: Case, claim: Claim): Promise<Finding[]> {
  const signatures = claim.digests.map(({ bytes }) => bytes);
  const find = async (signed: Signed) => findPair(signed, signatures, one.keyPairs);
  return judge(one, claim, { noun: "key pair", known: one.keyPairs, find });
}

async function judge(one: Case, claim: Claim, signers: Signers): Promise<Finding[]> {
  const { received, sent } = one;
  const find = (prefix: string, body: Buffer) => signers.find({ prefix, body });
  const signer = await find(claim.prefix, received.body);
  if (signer) return [tellSigner(signer, signers.noun, { at: received.at, header: claim.header })];
  for (const other of claim.others) {
    if (await find(other.prefix, received.body)) return [other.finding];
  }
  const comparison = sent && compareBodies(sent.body, received.body);
  const guesses =
    sent && comparison ? [{ change: comparison.change, body: sent.body }] : guessSentBodies(received.body);
  for (const { change, body } of guesses) {
    // A large body has many guesses.
    await yieldLoop();
    const known = await find(claim.prefix, body);
    if (known) return [finding("body_changed", CHANGE_WORDS[change], { secretId: known.id })];
  }
  return [tellUnknown(one, signers, { isChanged: comparison !== null, header: claim.header })];
}

function tellSigner(
  { id, createdAt, endsAt }: Omit<KnownSecret, "key">,
  noun: Signers["noun"],
  { at, header }: { at: Date; header: string },
): Finding {
  const made = `the ${noun} of ${toDay(createdAt)}`;
  const more = { header, secretId: id };
  if (endsAt && endsAt <= at) {
    const message = `Signed with ${made}, which ended on ${toDay(endsAt)}. The receiver is right to refuse it.`;
    return finding("secret_expired", message, more);
  }
  const ending = endsAt ? ` It ends on ${toDay(endsAt)}.` : "";
  return finding("valid", `Right: signed with ${made}.${ending}`, more);
}

function tellUnknown(
  { sent }: Case,
  { noun, known }: Signers,
  { isChanged, header }: { isChanged: boolean; header: string },
): Finding {
  const start = tellNobody(noun, known.length);
  if (sent && !isChanged) {
    return finding("secret_unknown", `${start}, and the body is what was sent: it was made with another ${noun}.`, {
      header,
    });
  }
  const message = sent
    ? `${start}, not over the body that was sent either: it was made with another ${noun}, or is of another delivery.`
    : `${start} over this body: it was made with another ${noun}, or the body, the id or the timestamp was changed in a way that cannot be told from here. Choose the delivery to compare it with what was sent.`;
  return finding("secret_unknown", message, { header });
}

function tellNobody(noun: Signers["noun"], count: number): string {
  if (count === 0) return `The endpoint has no ${noun} that made this signature`;
  return count === 1
    ? `The endpoint's only ${noun} did not make this signature`
    : `None of the endpoint's ${count} ${noun}s made this signature`;
}

function toDay(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
