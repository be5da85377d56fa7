import type { FieldError } from "@/lib/kernel/errors";
import type { RestApi } from "@/lib/nouns/sources/rest-api-schemas";
import { redactCredentials } from "@/lib/wire/redaction";
import { restoreForAddress } from "@/lib/wire/stored-credentials";

/**
 * Completes a caller's settings with stored credentials where `[REDACTED]` was sent back, for the stored server only.
 */
export function completeRestApi(input: RestApi, stored: RestApi | null): { value: RestApi; errors: FieldError[] } {
  return restoreForAddress(input, stored, { root: "rest_api", addressOf: ({ url }) => new URL(url).origin });
}

/** Finds settings that contradict each other. */
export function findRestApiErrors({ method, body, pagination, url }: RestApi): FieldError[] {
  const errors: FieldError[] = [];
  if (method === "GET" && body) {
    errors.push({ path: "rest_api.body", message: "GET sends no body: leave it out, or choose POST." });
  }
  if (pagination.type === "cursor" && new URL(url).searchParams.has(pagination.cursor.param)) {
    const message = `The URL has ${pagination.cursor.param} already: leave it out there and give it as initial.`;
    errors.push({ path: "rest_api.pagination.cursor.param", message });
  }
  return errors;
}

export function toReturnedRestApi(restApi: RestApi): Record<string, unknown> {
  return redactCredentials(restApi);
}
