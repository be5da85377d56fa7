import type { FieldError } from "@/lib/kernel/errors";
import { REDACTED } from "@/lib/kernel/vocabulary";
import { ExactNumber } from "@/lib/wire/exact-json";

/** Fields that contain a credential, wherever they are. */
const CREDENTIALS = new Set([
  "secret",
  "password",
  "header_value",
  "secret_key",
  "service_account",
  "client_secret",
  "chat_webhook_url",
  "token",
  "client_certificate",
  "client_key",
  "ca_certificate",
  "webhook_url",
  "routing_key",
  "genie_key",
]);

/** The error for `[REDACTED]` without a stored value. */
export const NOTHING_STORED = `Give the value itself: there is no stored one that ${REDACTED} could stand for.`;

/** A copy with `[REDACTED]` in place of each credential. */
export function redactCredentials<T>(value: T): T {
  return mapCredentials(value, () => REDACTED) as T;
}

/**
 * A copy in which each credential that was sent back as `[REDACTED]` is the stored one of the same path. A credential
 * without a stored value is an error, because `[REDACTED]` itself is never a credential.
 */
export function restoreCredentials<T>(value: T, stored: unknown, root: string): { value: T; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const restored = mapCredentials(value, (given, path) => {
    if (given !== REDACTED) return given;
    const kept = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], stored);
    if (kept !== undefined) return kept;
    errors.push({
      path: [root, ...path].join("."),
      message: NOTHING_STORED,
    });
    return given;
  });
  return { value: restored as T, errors };
}

type Replace = (value: unknown, path: string[]) => unknown;

function mapCredentials(value: unknown, replace: Replace, path: string[] = []): unknown {
  if (value === "" || value === null) return value;
  if (isCredential(path)) return replace(value, path);
  if (Array.isArray(value)) return value.map((part, i) => mapCredentials(part, replace, [...path, String(i)]));
  if (typeof value !== "object" || value instanceof ExactNumber) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, mapCredentials(part, replace, [...path, key])]);
  return Object.fromEntries(entries);
}

/** An endpoint's signing secrets are `secrets[].value`, a source's account at its provider is `provider.client_id`. */
function isCredential(path: readonly string[]): boolean {
  const [before, parent, name = ""] = [path.at(-3), path.at(-2), path.at(-1)];
  if (CREDENTIALS.has(name)) return true;
  return (name === "value" && before === "secrets") || (name === "client_id" && parent === "provider");
}
