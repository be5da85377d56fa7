import type { FieldError } from "@/lib/kernel/errors";
import type { Authentication, UpdateEndpoint } from "@/lib/nouns/endpoints/schemas";
import { redactCredentials } from "@/lib/wire/redaction";
import { restoreInPlace } from "@/lib/wire/stored-credentials";

/** What an endpoint has already; of one that is being made nothing. */
export type StoredAddress = { url: string; authentication: Authentication | null };

/** `value` is what is to be stored: null for none, undefined where it stays as it is. */
export type DecidedAuthentication = { value: Authentication | null | undefined; errors: FieldError[] };

/**
 * The authentication that an input leaves. Its credentials belong to the origin (scheme, host and port) of the endpoint's
 * `url`, and with oauth2 to that of the token URL too: where one of these changes, they must be given again, also when the
 * input does not speak of them. The signing secrets are ours, not the receiver's, and stay.
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

function movesAway(url: string | undefined, stored: StoredAddress | null): boolean {
  return stored !== null && url !== undefined && originOf(url) !== originOf(stored.url);
}

function originOf(url: string): string {
  return new URL(url).origin;
}

/** Where the client's secret goes; null for the other types, which go to the endpoint itself. */
function tokenOriginOf(authentication: Authentication): string | null {
  return authentication.type === "oauth2" ? originOf(authentication.oauth2.url) : null;
}
