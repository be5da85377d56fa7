import type { FieldError } from "@/lib/kernel/errors";
import { restoreCredentials } from "@/lib/wire/redaction";

/** `root` is the field of the settings, `isElsewhere` whether they lead to another address than the stored ones. */
type Way = { root: string; isElsewhere: boolean };

/**
 * Restores stored credentials where `[REDACTED]` was sent back. A stored credential belongs to the address that it was
 * given for: with another one it must be given again, so that nobody who may edit a resource can have its password sent
 * to themselves.
 */
export function restoreInPlace<T>(
  input: T,
  stored: T | null,
  { root, isElsewhere }: Way,
): { value: T; errors: FieldError[] } {
  const { value, errors } = restoreCredentials(input, isElsewhere ? {} : (stored ?? {}), root);
  if (!isElsewhere) return { value, errors };
  const message = "Give it again: the stored one is not sent to another address.";
  return { value, errors: errors.map(({ path }) => ({ path, message })) };
}

/** The same for settings that contain their address. */
export function restoreForAddress<T>(
  input: T,
  stored: T | null,
  { root, addressOf }: { root: string; addressOf: (settings: T) => string },
): { value: T; errors: FieldError[] } {
  const isElsewhere = stored !== null && addressOf(stored) !== addressOf(input);
  return restoreInPlace(input, stored, { root, isElsewhere });
}
