import { setImmediate as yieldLoop } from "node:timers/promises";
import type { HmacHash } from "@/lib/kernel/vocabulary";
import { compareBodies, guessSentBodies } from "@/lib/signing/doctor/compare-bodies";
import { type Digest, findSigner, type KnownSecret } from "@/lib/signing/doctor/digests";
import { type Case, CHANGE_WORDS, type Finding, finding } from "@/lib/signing/doctor/findings";

/** What a scheme signs: the received prefix, and prefixes that would show what else was changed. */
export type Claim = {
  header: string;
  hash: HmacHash;
  prefix: string;
  others: readonly { prefix: string; finding: Finding }[];
  digests: readonly Digest[];
};

/** Says who signed, or what was changed after signing. Nothing is returned but words: no digest, no secret. */
export async function judgeDigests(one: Case, claim: Claim): Promise<Finding[]> {
  const { received, secrets, sent } = one;
  const find = (prefix: string, body: Buffer) =>
    findSigner(
      { hash: claim.hash, prefix, body },
      claim.digests.map(({ bytes }) => bytes),
      secrets,
    );
  const signer = await find(claim.prefix, received.body);
  if (signer) return [tellSigner(signer, received.at, claim.header)];
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
  return [tellUnknown(one, comparison !== null, claim.header)];
}

function tellSigner(secret: KnownSecret, at: Date, header: string): Finding {
  const made = `the secret of ${toDay(secret.createdAt)}`;
  const more = { header, secretId: secret.id };
  if (secret.endsAt && secret.endsAt <= at) {
    const message = `Signed with ${made}, which ended on ${toDay(secret.endsAt)}. The receiver is right to refuse it.`;
    return finding("secret_expired", message, more);
  }
  const ending = secret.endsAt ? ` It ends on ${toDay(secret.endsAt)}.` : "";
  return finding("valid", `Right: signed with ${made}.${ending}`, more);
}

function tellUnknown({ secrets, sent }: Case, isChanged: boolean, header: string): Finding {
  const count =
    secrets.length === 1 ? "The endpoint's only secret" : `None of the endpoint's ${secrets.length} secrets`;
  const did = secrets.length === 1 ? "did not make" : "made";
  const start = `${count} ${did} this signature`;
  if (sent && !isChanged) {
    return finding("secret_unknown", `${start}, and the body is what was sent: it was made with another secret.`, {
      header,
    });
  }
  const message = sent
    ? `${start}, not over the body that was sent either: it was made with another secret, or is of another delivery.`
    : `${start} over this body: it was made with another secret, or the body, the id or the timestamp was changed in a way that cannot be told from here. Choose the delivery to compare it with what was sent.`;
  return finding("secret_unknown", message, { header });
}

function toDay(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
