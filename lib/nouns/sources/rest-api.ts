import type { FieldError } from "@/lib/kernel/errors";
import type { RestApi } from "@/lib/nouns/sources/rest-api-schemas";
import { redactCredentials } from "@/lib/wire/redaction";
import { restoreForAddress } from "@/lib/wire/stored-credentials";

/** The whole settings of what a caller sent, with stored credentials, for the stored server, where `[REDACTED]` was. */
export function completeRestApi(input: RestApi, stored: RestApi | null): { value: RestApi; errors: FieldError[] } {
  return restoreForAddress(input, stored, { root: "rest_api", addressOf: ({ url }) => new URL(url).origin });
}

/** What its settings say of each other. */
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
