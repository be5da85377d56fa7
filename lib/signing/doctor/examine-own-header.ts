import { checkTimestamp } from "@/lib/signing/doctor/check-timestamp";
import { type Digest, digestLength, readDigest } from "@/lib/signing/doctor/digests";
import { type Case, type Finding, finding, type SchemeReport, toReport } from "@/lib/signing/doctor/findings";
import { judgeDigests } from "@/lib/signing/doctor/judge-digests";

/** Judges the project's own signature header, in the form that the endpoint has now. */
export async function examineOwnHeader(one: Case): Promise<SchemeReport> {
  const { header, isAdvanced } = one.settings;
  const { headers } = one.received;
  const value = headers[header]?.trim();
  if (value === undefined) return toReport("signature_header", [tellMissing(one)]);
  const isWritten = /^t=[^,]*,/.test(value);
  if (isWritten !== isAdvanced) return toReport("signature_header", [tellOtherForm(one, isWritten)]);
  return toReport("signature_header", await (isAdvanced ? examineAdvanced(one, value) : examineSimple(one, value)));
}

async function examineAdvanced(one: Case, value: string): Promise<Finding[]> {
  const { header, format } = one.settings;
  const parts = value.split(",").map((part) => part.trim());
  const timestamp = parts[0]?.slice("t=".length) ?? "";
  const wrongTime = checkTimestamp(timestamp, one.received.at, header);
  const texts = parts.flatMap((part) => (part.startsWith("v1=") ? [part.slice("v1=".length)] : []));
  const other = one.received.headers["webhook-timestamp"]?.trim();
  const others =
    other === undefined || other === timestamp
      ? []
      : [{ prefix: `${other},`, finding: tellOtherTime(timestamp, other, header) }];
  const judged = await examineDigests(one, texts, { header, hash: format.hash, prefix: `${timestamp},`, others });
  return wrongTime ? [wrongTime, ...judged] : judged;
}

function examineSimple(one: Case, value: string): Promise<Finding[]> {
  const { header, format } = one.settings;
  const [, prefix, text = ""] = /^(sha\d+=|v1[=,])?(.*)$/s.exec(value) ?? [];
  const claim = { header, hash: format.hash, prefix: "", others: [] };
  if (prefix === undefined) return examineDigests(one, [text], claim);
  const wrong = finding("signature_form", `The value begins with ${prefix}, but it is sent without a prefix.`, {
    header,
  });
  return examineDigests(one, [text], claim).then((judged) => [wrong, ...judged]);
}

type Bare = Omit<Parameters<typeof judgeDigests>[1], "digests">;

async function examineDigests(one: Case, texts: readonly string[], claim: Bare): Promise<Finding[]> {
  const { hash, encoding } = one.settings.format;
  const length = digestLength(hash);
  const digests = texts.flatMap((text) => readDigest(text, encoding, length) ?? []);
  const wrong = digests.some((digest) => digest.encoding === encoding) ? [] : [tellForm(one, digests)];
  if (digests.length === 0) return wrong;
  return [...wrong, ...(await judgeDigests(one, { ...claim, digests }))];
}

function tellForm({ settings }: Case, digests: readonly Digest[]): Finding {
  const { header, format } = settings;
  const wanted = `It is an HMAC-${format.hash} of ${digestLength(format.hash)} bytes in ${format.encoding}.`;
  const [digest] = digests;
  const told = digest
    ? `The signature is in ${digest.encoding}.`
    : "The signature has the wrong length or other characters.";
  return finding("signature_form", `${told} ${wanted}`, { header });
}

function tellOtherForm({ settings: { header, isAdvanced } }: Case, isWritten: boolean): Finding {
  const wanted = isAdvanced
    ? "The endpoint has advanced signatures: t=<seconds>,v1=<digest> over <t>,<body>."
    : "The endpoint has advanced signatures switched off: the digest of the body alone.";
  const told = isWritten ? "The value has a timestamp (t=)." : "The value has no timestamp (t=).";
  return finding("signature_form", `${told} ${wanted}`, { header });
}

function tellMissing({ settings: { header, isAdvanced }, received: { headers } }: Case): Finding {
  const plain = (name: string) => name.replaceAll("_", "-").replace(/^http-/, "");
  const other = Object.keys(headers).find(
    (name) => plain(name) === header || (isAdvanced && /^t=\d+,v1=/.test(headers[name] ?? "")),
  );
  if (other === undefined) return finding("not_received", `${header} is not among the headers.`, { header });
  const message = `${header} arrived as ${other}. The header's name is a setting of the project.`;
  return finding("header_renamed", message, { header });
}

function tellOtherTime(received: string, signed: string, header: string): Finding {
  const message = `The signature is right for the timestamp ${signed.slice(0, 40)}, but t= says ${received.slice(0, 40)}.`;
  return finding("timestamp_changed", message, { header });
}
