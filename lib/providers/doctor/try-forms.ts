import { HMAC_HASHES } from "@/lib/kernel/hmac-hashes";
import { HMAC_ENCODINGS } from "@/lib/kernel/vocabulary";
import { header, type SignaturePlace, type SignatureScheme } from "@/lib/providers/scheme";
import { findCandidates } from "@/lib/providers/verification/candidates";
import { lengthOf } from "@/lib/providers/verification/proof";
import { Received } from "@/lib/providers/verification/received";
import { type IncomingFinding, tell } from "./findings";
import { type IncomingCase, singlesOf, type Try } from "./incoming-case";

/** Another encoding, hash or form of the signature, as far as what arrived can be one: nothing else is computed. */
export function* tryForms({ scheme, request }: IncomingCase): Generator<Try> {
  const received = new Received(request);
  for (const due of singlesOf(scheme)) {
    if (due.kind !== "signature") continue;
    for (const other of listForms(due)) {
      const isPossible = "candidates" in findCandidates(other, received, lengthOf(other.algorithm));
      if (isPossible) yield { scheme: other, finding: tellForm(due, other) };
    }
  }
}

function* listForms(due: SignatureScheme): Generator<SignatureScheme> {
  for (const shape of listShapes(due)) {
    for (const algorithm of listAlgorithms(due)) {
      for (const encoding of HMAC_ENCODINGS) {
        const isDue = shape.signature === due.signature && shape.signed === due.signed && algorithm === due.algorithm;
        if (!isDue || encoding !== due.encoding) yield { ...shape, algorithm, encoding };
      }
    }
  }
}

function listAlgorithms({ algorithm }: SignatureScheme): SignatureScheme["algorithm"][] {
  if (algorithm.type !== "hmac") return [algorithm];
  return [algorithm, ...HMAC_HASHES.filter((hash) => hash !== algorithm.hash).map((hash) => ({ ...algorithm, hash }))];
}

/** As it is due, in other places of its header, and each of the body alone. */
function listShapes(due: SignatureScheme): SignatureScheme[] {
  const shapes = listPlaces(due.signature).map((signature) => ({ ...due, signature }));
  const bare = { signed: "{body}", timestamp: null, id: null, bodyHash: null };
  return due.signed === bare.signed ? shapes : [...shapes, ...shapes.map((shape) => ({ ...shape, ...bare }))];
}

function listPlaces(due: SignaturePlace): SignaturePlace[] {
  const at = "at" in due ? due.at : header(due.header);
  if (due.form === "named_keys" || at.in !== "header") return [due];
  return [due, { form: "alone", at, prefix: "" }, { form: "named", header: at.name }];
}

function tellForm(due: SignatureScheme, other: SignatureScheme): IncomingFinding {
  const differences = [
    other.encoding !== due.encoding && `it is written in ${other.encoding} where ${due.encoding} is due`,
    hashOf(other) !== hashOf(due) && `it is made with ${hashOf(other)} where ${hashOf(due)} is due`,
    other.signature !== due.signature && `it does not stand ${describePlace(due.signature)}`,
    other.signed !== due.signed && `it is over the body alone where ${due.signed} is due`,
  ].filter((text) => text !== false);
  return tell(codeOf(due, other), `The signature is right, but ${differences.join(", and ")}.`);
}

function codeOf(due: SignatureScheme, other: SignatureScheme): IncomingFinding["code"] {
  if (other.signature !== due.signature || other.signed !== due.signed) return "other_form";
  return hashOf(other) === hashOf(due) ? "other_encoding" : "other_hash";
}

function hashOf({ algorithm }: SignatureScheme): string | null {
  return algorithm.type === "hmac" ? algorithm.hash : null;
}

function describePlace(place: SignaturePlace): string {
  switch (place.form) {
    case "alone":
    case "list":
      return place.prefix === "" ? "alone, without anything before it" : `after "${place.prefix.trim()}"`;
    case "named":
      return "plain or after the name of its hash";
    case "named_keys":
      return "after the name of its key";
    case "pairs":
      return `after "${place.name}="`;
  }
}
