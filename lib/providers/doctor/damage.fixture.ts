import type { Sample } from "@/lib/providers/provider";
import type { HeldKeyScheme } from "@/lib/providers/scheme";
import type { ReceivedRequest } from "@/lib/providers/verification/received";
import { type SignedSample, sign } from "@/lib/providers/verification/sign";
import type { IncomingFindingCode } from "./findings";
import type { IncomingCase } from "./incoming-case";

type SoleRequest = ReceivedRequest & { headers: Record<string, string> };

/** A way to spoil a right request or what the source has, and the code that must tell it. */
export type Damage = {
  what: string;
  code: IncomingFindingCode;
  given: Partial<IncomingCase>;
  /** The name of the header that the finding is about. */
  header?: string;
};

/** A request that is right, and what made it so. */
export type Right = {
  scheme: HeldKeyScheme;
  right: SoleRequest;
  sample: Sample;
  secret: string;
  privateKey: string | undefined;
  now: number;
};

export function toRequest({ url, headers, body }: SignedSample): SoleRequest {
  return { method: "POST", headers, query: new URL(url).search.slice(1), url, rawBody: body };
}

/** The scheme that signs. */
export const firstOf = (scheme: HeldKeyScheme) => (scheme.kind === "any_of" ? scheme.schemes[0] : scheme);

/** What signs by the provider's scheme, with another secret, scheme, time or address. */
export function resign(
  one: Right,
  {
    scheme = one.scheme,
    secret = one.privateKey ?? one.secret,
    now = one.now,
    url = "https://hooks.example.com/ingest/mask-1",
  },
) {
  return toRequest(sign(scheme, secret, one.sample, { now, id: "msg_1", url }));
}
