import type { FieldError } from "@/lib/errors";
import { restoreCredentials } from "@/lib/redaction";

type Way<T> = { root: string; addressOf: (settings: T) => string };

/**
 * What a caller sent, with stored credentials where `[REDACTED]` was sent back. A stored credential is kept for the
 * address that it was given for: with another one it must be given again, so that nobody who may edit a source can have
 * its password sent to himself.
 */
export function restoreForAddress<T>(
  input: T,
  stored: T | null,
  { root, addressOf }: Way<T>,
): { value: T; errors: FieldError[] } {
  const isElsewhere = stored !== null && addressOf(stored) !== addressOf(input);
  const { value, errors } = restoreCredentials(input, isElsewhere ? {} : (stored ?? {}), root);
  if (!isElsewhere) return { value, errors };
  const message = "Give it again: the stored one is not sent to another address.";
  return { value, errors: errors.map(({ path }) => ({ path, message })) };
}
