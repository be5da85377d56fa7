import { z } from "zod";
import type { ProjectContext } from "@/lib/db/context";
import type { SecretBox } from "@/lib/kernel/secret-box";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { isHandedOver } from "@/lib/nouns/sources/complete-verifier";
import type { Verifier } from "@/lib/nouns/sources/schemas";
import { credentialOf } from "@/lib/providers/verifiers/credential";

/** How long a source waits for a handshake, unless its admin says otherwise. */
export const WAITING_SECONDS = 900;
/** How many secrets a source takes: a request is held against each of them. */
export const MAX_HANDSHAKES = 20;

/** A secret that a provider handed over. An admin may read it until `shown_until`; null never again. */
const StoredHandshake = z.object({
  id: z.string(),
  secret: z.string(),
  taken_at: z.string(),
  /** The sender's address; "" if it is not known. */
  address: z.string(),
  shown_until: z.string().nullable(),
});
export type StoredHandshake = z.infer<typeof StoredHandshake>;

type Handshaken = { handshakes: string | null };

/** What a source took, the newest first. */
export function openHandshakes(box: SecretBox, { handshakes }: Handshaken): StoredHandshake[] {
  return handshakes === null ? [] : z.array(StoredHandshake).parse(JSON.parse(box.open(handshakes)));
}

export function sealHandshakes(box: SecretBox, handshakes: readonly StoredHandshake[]): string | null {
  return handshakes.length === 0 ? null : box.seal(JSON.stringify(handshakes));
}

/** The secrets that a source took, the newest first. */
export function listHandedOver(box: SecretBox, row: Handshaken): string[] {
  return openHandshakes(box, row).map(({ secret }) => secret);
}

/** Until when a source waits for the handshake of a provider that it has just got; null if it needs none. */
export function untilHandshake(
  { clock }: Pick<ProjectContext, "clock">,
  provider: ProviderName | null,
  verifier: Verifier | undefined,
): Date | null {
  const isDue =
    provider !== null && isHandedOver(provider) && verifier !== undefined && credentialOf(verifier) === null;
  return isDue ? new Date(clock.now().getTime() + WAITING_SECONDS * 1_000) : null;
}
