import type { FieldError } from "@/lib/errors";
import { REDACTED } from "@/lib/vocabulary";

/** Fields that hold a credential which a user typed, wherever they stand. */
const CREDENTIALS = new Set(["secret", "password", "header_value", "secret_key", "service_account", "client_secret"]);

/** A copy with `[REDACTED]` in the place of each credential. */
export function redactCredentials<T>(value: T): T {
  return mapCredentials(value, () => REDACTED) as T;
}

/**
 * A copy in which each credential that was sent back as `[REDACTED]` is the stored one of the same path. One that
 * has no stored value is an error, because nobody's credential is that word.
 */
export function restoreCredentials<T>(value: T, stored: unknown, root: string): { value: T; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const restored = mapCredentials(value, (given, path) => {
    if (given !== REDACTED) return given;
    const kept = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], stored);
    if (kept !== undefined) return kept;
    errors.push({
      path: [root, ...path].join("."),
      message: `Give the value itself: there is no stored one that ${REDACTED} could stand for.`,
    });
    return given;
  });
  return { value: restored as T, errors };
}

function mapCredentials(value: unknown, replace: (value: unknown, path: string[]) => unknown, path: string[] = []) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    const here = [...path, key];
    copy[key] = CREDENTIALS.has(key) ? replace(part, here) : mapCredentials(part, replace, here);
  }
  return copy;
}
