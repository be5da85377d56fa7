import type { FieldError } from "@/lib/kernel/errors";
import type { SourceType } from "@/lib/kernel/vocabulary";
import { completeChangeStream, toReturnedChangeStream } from "@/lib/nouns/sources/db-change-stream";
import type { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";
import { completePubSub, toReturnedPubSub } from "@/lib/nouns/sources/pub-sub";
import type { PubSub } from "@/lib/nouns/sources/pub-sub-schemas";
import { completeRestApi, findRestApiErrors, toReturnedRestApi } from "@/lib/nouns/sources/rest-api";
import type { RestApi } from "@/lib/nouns/sources/rest-api-schemas";

/** The settings of the consumed types, each in the field and the column of its type's name. */
export type SourceSettings = { pub_sub: PubSub; rest_api: RestApi; db_change_stream: DbChangeStream };
export type ConsumedType = keyof SourceSettings;

export const CONSUMED_TYPES: readonly ConsumedType[] = ["pub_sub", "rest_api", "db_change_stream"];

type Kind<T> = {
  /** What is missing if a source has no settings, as a sentence. */
  needed: string;
  /** Completes a caller's settings, and reports their errors. */
  complete(input: T, stored: T | null, checkOrigin: CheckOrigin): { value: T; errors: FieldError[] };
  /** The returned form, without credentials. */
  toReturned(settings: T): Record<string, unknown>;
};

export type CheckOrigin = (url: string) => string | null;

const KINDS: { [T in ConsumedType]: Kind<SourceSettings[T]> } = {
  pub_sub: {
    needed: "Give the broker to read from: its type and the object of that name.",
    complete(input, stored) {
      const { pubSub, errors } = completePubSub(input, stored);
      return { value: pubSub, errors };
    },
    toReturned: toReturnedPubSub,
  },
  rest_api: {
    needed: "Give the API to poll: its url at least.",
    complete(input, stored, checkOrigin) {
      const { value, errors } = completeRestApi(input, stored);
      const refusal = checkOrigin(value.url);
      const wrongUrl = refusal === null ? [] : [{ path: "rest_api.url", message: refusal }];
      return { value, errors: [...errors, ...wrongUrl, ...findRestApiErrors(value)] };
    },
    toReturned: toReturnedRestApi,
  },
  db_change_stream: {
    needed: "Give the database to follow: its host, database and user, and the tables or a publication.",
    complete: completeChangeStream,
    toReturned: toReturnedChangeStream,
  },
};

export function isConsumed(type: SourceType): type is ConsumedType {
  return type in KINDS;
}

/** Completes the settings of one type. Never throws; errors are returned by field. */
export function completeSettings<T extends ConsumedType>(
  type: T,
  input: SourceSettings[T],
  stored: SourceSettings[T] | null,
  checkOrigin: CheckOrigin,
): { value: SourceSettings[T]; errors: FieldError[] } {
  return KINDS[type].complete(input, stored, checkOrigin);
}

export function toReturnedSettings<T extends ConsumedType>(type: T, settings: SourceSettings[T]) {
  return KINDS[type].toReturned(settings);
}

export function settingsNeeded(type: ConsumedType): FieldError {
  return { path: type, message: KINDS[type].needed };
}
