import { checkTimestamp } from "@/lib/signing/doctor/check-timestamp";
import { type Digest, readDigest } from "@/lib/signing/doctor/digests";
import { type Case, type Finding, finding, type SchemeReport, toReport } from "@/lib/signing/doctor/findings";
import { type Claim, judgeByKeyPairs, judgeDigests } from "@/lib/signing/doctor/judge-digests";

const ID = "webhook-id";
const TIMESTAMP = "webhook-timestamp";
const SIGNATURE = "webhook-signature";
const NAMES = [ID, TIMESTAMP, SIGNATURE];

/** Judges the three headers of Standard Webhooks. */
export async function examineStandard(one: Case): Promise<SchemeReport> {
  const { headers, at } = one.received;
  if (NAMES.every((name) => headers[name] === undefined) && !NAMES.some((name) => findRenamed(headers, name))) {
    const message = "None of webhook-id, webhook-timestamp and webhook-signature is among the headers.";
    return toReport("standard_webhooks", [finding("not_received", message)]);
  }
  const findings = NAMES.flatMap((name) => (headers[name] === undefined ? [tellMissing(headers, name)] : []));
  const timestamp = readValue(headers, TIMESTAMP);
  const wrongTime = timestamp === undefined ? null : checkTimestamp(timestamp, at, TIMESTAMP);
  if (wrongTime) findings.push(wrongTime);
  findings.push(...(await examineSignature(one)));
  return toReport("standard_webhooks", findings);
}

async function examineSignature(one: Case): Promise<Finding[]> {
  const { headers } = one.received;
  const [id, timestamp, signature] = NAMES.map((name) => readValue(headers, name));
  if (signature === undefined) return [];
  const { digests, pairs, wrong } = readEntries(signature);
  const faults = wrong ? [wrong] : [];
  if (id === undefined || timestamp === undefined) return faults;
  const claim = { header: SIGNATURE, prefix: `${id}.${timestamp}.`, others: findOthers(one, id, timestamp) };
  const judged = [
    ...(digests.length > 0 ? await judgeDigests(one, { ...claim, hash: "SHA256", digests }) : []),
    ...(pairs.length > 0 ? await judgeByKeyPairs(one, { ...claim, digests: pairs }) : []),
  ];
  return [...faults, ...judged];
}

/** The id that was sent and the timestamp of the other header, where they differ from those received. */
function findOthers({ sent, settings, received }: Case, id: string, timestamp: string): Claim["others"] {
  const others: { prefix: string; finding: Finding }[] = [];
  if (sent && sent.id !== id) others.push({ prefix: `${sent.id}.${timestamp}.`, finding: tellOtherId(id, sent.id) });
  const signed = /^t=(\d+)/.exec(received.headers[settings.header]?.trim() ?? "")?.[1];
  if (signed !== undefined && signed !== timestamp) {
    others.push({ prefix: `${id}.${signed}.`, finding: tellOtherTime(timestamp, signed) });
  }
  return others;
}

type Entries = { digests: Digest[]; pairs: Digest[]; wrong: Finding | null };

/**
 * The digests of secrets, and the signatures of key pairs. Entries that are neither `v1,<base64>` nor `v1a,<base64>` are
 * read where they can be, so that one fault does not hide another.
 */
function readEntries(signature: string): Entries {
  const entries = signature.split(/\s+/).filter((entry) => entry !== "");
  const read = entries.map(readEntry);
  const isRight = read.some(({ digest, isFormal }) => isFormal && digest?.encoding === "base64");
  const known = (isPair: boolean) => read.flatMap((one) => (one.digest && one.isPair === isPair ? [one.digest] : []));
  const [digests, pairs] = [known(false), known(true)];
  return { digests, pairs, wrong: isRight ? null : tellForm(signature, [...digests, ...pairs]) };
}

/** Its length tells whose signature it is. */
function readEntry(entry: string): { digest: Digest | null; isPair: boolean; isFormal: boolean } {
  const [, version, separator, text = ""] = /^(?:(v\w+)([,=:]))?(.*)$/s.exec(entry) ?? [];
  const pair = readDigest(text, "base64", 64);
  const isFormal = separator === "," && version === (pair ? "v1a" : "v1");
  return { digest: pair ?? readDigest(text, "base64", 32), isPair: pair !== null, isFormal };
}

function tellForm(signature: string, digests: readonly Digest[]): Finding {
  const told = digests[0] ? formOf(digests[0]) : formOfNoDigest(signature);
  const wanted = "It is sent as v1,<base64> or v1a,<base64>, with a space between several.";
  return finding("signature_form", `${told} ${wanted}`, { header: SIGNATURE });
}

function formOf({ encoding }: Digest): string {
  return encoding === "base64"
    ? "The signature lacks its prefix, v1, or v1a, by a key pair."
    : `The signature is in ${encoding}, not in base64.`;
}

function formOfNoDigest(signature: string): string {
  if (signature === "") return "The signature is empty.";
  if (/^t=\d+/.test(signature)) return "This is the value of the project's own signature header.";
  return "This is not a signature of 32 bytes, or 64 by a key pair: it is cut off, or something else.";
}

function tellOtherId(received: string, sent: string): Finding {
  const message = `The signature is right for ${sent}, which was sent, but webhook-id says ${received.slice(0, 80)}.`;
  return finding("id_differs", message, { header: ID });
}

function tellOtherTime(received: string, signed: string): Finding {
  const message = `The signature is right for the timestamp ${signed}, but webhook-timestamp says ${received.slice(0, 40)}.`;
  return finding("timestamp_changed", message, { header: TIMESTAMP });
}

function tellMissing(headers: Case["received"]["headers"], name: string): Finding {
  const other = findRenamed(headers, name);
  if (other)
    return finding("header_renamed", `${name} arrived as ${other}. Receivers look for it by its name.`, {
      header: name,
    });
  return finding("header_missing", `${name} is missing: a proxy removed it, or it was not copied.`, { header: name });
}

function readValue(headers: Case["received"]["headers"], name: string): string | undefined {
  const other = findRenamed(headers, name);
  return (headers[name] ?? (other === undefined ? undefined : headers[other]))?.trim();
}

/** The header under another name: with a prefix such as `x-` or `http_`, or with underscores. */
function findRenamed(headers: Case["received"]["headers"], name: string): string | undefined {
  if (headers[name] !== undefined) return undefined;
  const end = name.replace("webhook-", "");
  return Object.keys(headers).find((key) => {
    const plain = key.replaceAll("_", "-");
    return plain.endsWith(name) || plain === `svix-${end}`;
  });
}
