import type { ProviderName } from "@/lib/kernel/vocabulary";
import type { HeldKeyScheme, SingleScheme } from "@/lib/providers/scheme";
import { verify } from "@/lib/providers/verification/check";
import type { ReceivedRequest } from "@/lib/providers/verification/received";
import type { Verdict } from "@/lib/providers/verification/verdict";
import type { IncomingFinding } from "./findings";

/** A secret that may have signed. Present and previous ones are accepted, others are only tried. */
export type KnownSecret =
  | { kind: "present" | "given"; text: string }
  | { kind: "previous" | "ended"; text: string; endsAt: Date };

export type IncomingCase = {
  request: ReceivedRequest;
  scheme: HeldKeyScheme;
  provider: ProviderName | null;
  /** The present one first. */
  secrets: readonly KnownSecret[];
  /** The address that the sender posted to, if it is known to be another than the source's. */
  sentTo: string | null;
  /** When the request arrived, in milliseconds since 1970. */
  now: number;
};

/** One thing changed, and what it means if the signature is right then. */
export type Try = {
  finding: IncomingFinding;
  request?: ReceivedRequest;
  scheme?: HeldKeyScheme;
  secrets?: readonly KnownSecret[];
};

export function singlesOf(scheme: HeldKeyScheme): readonly SingleScheme[] {
  return scheme.kind === "any_of" ? scheme.schemes : [scheme];
}

export function isAccepted({ kind }: KnownSecret): boolean {
  return kind === "present" || kind === "previous";
}

/** A secret in words: "the source's secret". */
export function nameSecret(secret: KnownSecret): string {
  switch (secret.kind) {
    case "present":
      return "the source's secret";
    case "given":
      return "the secret that you gave";
    case "previous":
      return `the secret before the present one, which ends at ${secret.endsAt.toISOString()}`;
    case "ended":
      return `the secret before the present one, which ended at ${secret.endsAt.toISOString()}`;
  }
}

/** Whether a verdict says that the signature itself is right, and only its time is not. */
export function isOnlyLate(verdict: Verdict): boolean {
  return !verdict.ok && (verdict.code === "timestamp_too_old" || verdict.code === "timestamp_in_future");
}

/** The secret of these that signed; undefined if none did. */
export function findSigner(
  { scheme, request, now }: Pick<IncomingCase, "scheme" | "request" | "now">,
  secrets: readonly KnownSecret[],
): KnownSecret | undefined {
  return secrets.find(({ text }) => {
    const verdict = verify(scheme, [text], request, now);
    return verdict.ok || isOnlyLate(verdict);
  });
}
