import type { FieldError } from "@/lib/kernel/errors";
import type { Authentication, UpdateEndpoint } from "@/lib/nouns/endpoints/schemas";
import { redactCredentials } from "@/lib/wire/redaction";
import { restoreInPlace } from "@/lib/wire/stored-credentials";

/** The stored values of an endpoint; null for a new one. */
export type StoredAddress = { url: string; authentication: Authentication | null };

/** `value` is what to store: null for none, undefined to keep the stored one. */
export type DecidedAuthentication = { value: Authentication | null | undefined; errors: FieldError[] };

/**
 * Decides the authentication after an input. Its credentials belong to the origin (scheme, host and port) of the
 * endpoint's `url`, and with oauth2 to that of the token URL too: if one of these changes, they must be given again,
 * even if the input does not mention them. The signing secrets are ours, not the receiver's, and stay.
 */
export function decideAuthentication(
  { url, authentication }: Pick<UpdateEndpoint, "url" | "authentication">,
  stored: StoredAddress | null,
): DecidedAuthentication {
  const present = stored?.authentication ?? null;
  const isMoved = movesAway(url, stored);
  const unsaid = isMoved && present ? redactCredentials(present) : undefined;
  const given = authentication === undefined ? unsaid : authentication;
  if (!given) return { value: given, errors: [] };
  const isElsewhere = present !== null && (isMoved || tokenOriginOf(given) !== tokenOriginOf(present));
  return restoreInPlace(given, present, { root: "authentication", isElsewhere });
}

/** Whether an input leads to another origin than the stored one. */
export function movesAway(url: string | undefined, stored: Pick<StoredAddress, "url"> | null): boolean {
  return stored !== null && url !== undefined && originOf(url) !== originOf(stored.url);
}

function originOf(url: string): string {
  return new URL(url).origin;
}

/** The origin that gets the client's secret; null for the other types, which go to the endpoint itself. */
function tokenOriginOf(authentication: Authentication): string | null {
  return authentication.type === "oauth2" ? originOf(authentication.oauth2.url) : null;
}
