import type { HeldKeyScheme, Place, SignatureScheme, SingleScheme } from "@/lib/providers/scheme";
import { singlesOf } from "./incoming-case";

/** The names of the headers that a scheme reads. */
export function headersOf(scheme: HeldKeyScheme): string[] {
  return [...new Set(singlesOf(scheme).flatMap(headersOfSingle))];
}

/** The header that holds the proof itself; null if it is elsewhere. */
export function proofHeaderOf(scheme: SingleScheme): string | null {
  if (scheme.kind === "basic_auth") return "Authorization";
  if (scheme.kind !== "signature") return headerOf(scheme.at)[0] ?? null;
  const { signature } = scheme;
  return ("at" in signature ? headerOf(signature.at)[0] : signature.header) ?? null;
}

function headersOfSingle(scheme: SingleScheme): string[] {
  const proof = proofHeaderOf(scheme);
  return [...(proof === null ? [] : [proof]), ...(scheme.kind === "signature" ? otherHeaders(scheme) : [])];
}

function otherHeaders({ timestamp, id, bodyHash, signed }: SignatureScheme): string[] {
  const places = [timestamp?.at, id, bodyHash?.at].flatMap((place) => (place ? headerOf(place) : []));
  return [...places, ...[...signed.matchAll(/\{header:([^{}]+)\}/g)].map(([, name = ""]) => name)];
}

function headerOf(place: Place): string[] {
  if (place.in === "header") return [place.name];
  return place.in === "pair" || place.in === "first_item" ? [place.header] : [];
}
