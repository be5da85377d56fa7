import { z } from "zod";
import { ACCOUNT_ENVIRONMENTS } from "@/lib/kernel/account-environments";
import { HMAC_HASHES } from "@/lib/kernel/hmac-hashes";
import { PROVIDERS } from "@/lib/kernel/provider-names.gen";
import { referenceAnswer, referenceFields } from "@/lib/kernel/references";
import { HMAC_ENCODINGS, SOURCE_TYPES, VERIFIER_TYPES } from "@/lib/kernel/vocabulary";
import { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";
import { MediaType, PassiveType } from "@/lib/nouns/sources/passive-type-schema";
import { PubSub } from "@/lib/nouns/sources/pub-sub-schemas";
import { RestApi } from "@/lib/nouns/sources/rest-api-schemas";
import { EventType, FUNCTION_NUMBERS, FunctionSource, HeaderName, Name, Timestamp, Uid } from "@/lib/wire/fields";
import { paging, QueryText } from "@/lib/wire/list-query";
import { referenceFilters } from "@/lib/wire/reference-query";

const Hmac = z.strictObject({
  header: HeaderName,
  hash: z.enum(HMAC_HASHES, `Choose one of ${HMAC_HASHES.join(", ")}.`),
  encoding: z.enum(HMAC_ENCODINGS, `Choose one of ${HMAC_ENCODINGS.join(", ")}.`),
  secret: z.string().min(1, "Give the secret that the sender signs with.").max(1_000),
});

/** As a caller sends it: with a provider only `secret` is needed, the rest is the provider's. */
const HmacInput = Hmac.partial().required({ secret: true });

const Noop = z.strictObject({ type: z.literal("noop") });
const BasicAuth = z.strictObject({
  type: z.literal("basic_auth"),
  basic_auth: z.strictObject({
    username: z.string().min(1, "Give the user name.").max(500),
    password: z.string().min(1, "Give the password.").max(500),
  }),
});
const ApiKeyVerifier = z.strictObject({
  type: z.literal("api_key"),
  api_key: z.strictObject({ header_name: HeaderName, header_value: z.string().min(1, "Give the key.").max(1_000) }),
});

const ProviderVerifier = z.strictObject({
  type: z.literal("provider"),
  provider: z.strictObject({
    secret: z
      .string()
      .min(1, "Give the secret that the provider shows.")
      .max(5_000, "Use at most 5,000 characters.")
      .optional(),
    client_id: z
      .string()
      .regex(/^\S{1,200}$/, "Give at most 200 characters without blanks.")
      .optional(),
    environment: z.enum(ACCOUNT_ENVIRONMENTS, `Choose one of ${ACCOUNT_ENVIRONMENTS.join(", ")}.`).optional(),
  }),
});

const VERIFIER_HINT = "Choose the type noop, hmac, basic_auth, api_key or provider, with the object of that name.";

/** Checks incoming webhooks; `type` names the object that must come with it. This is the complete, stored form. */
export const Verifier = z.discriminatedUnion(
  "type",
  [Noop, z.strictObject({ type: z.literal("hmac"), hmac: Hmac }), BasicAuth, ApiKeyVerifier, ProviderVerifier],
  VERIFIER_HINT,
);
export type Verifier = z.infer<typeof Verifier>;

/** As a caller sends it; `completeVerifier` turns it into a Verifier. */
export const VerifierInput = z.discriminatedUnion(
  "type",
  [Noop, z.strictObject({ type: z.literal("hmac"), hmac: HmacInput }), BasicAuth, ApiKeyVerifier, ProviderVerifier],
  VERIFIER_HINT,
);
export type VerifierInput = z.infer<typeof VerifierInput>;

export const CustomResponse = z.strictObject({
  body: z.string().max(65_536, "Use at most 64 KiB."),
  content_type: MediaType,
});
export type CustomResponse = z.infer<typeof CustomResponse>;

const CustomResponseInput = CustomResponse.extend({ content_type: PassiveType });

/** Where a received event carries its type: in one header, at one path of the body, or always the same text. */
export const EventTypeFrom = z
  .strictObject({
    header: HeaderName.optional(),
    body: z
      .string()
      .max(200, "Use at most 200 characters.")
      .regex(/^[^.]+(\.[^.]+)*$/, "Give the path in the body, such as data.kind.")
      .optional(),
    fixed: EventType.optional(),
  })
  .refine((from) => Object.values(from).filter((place) => place !== undefined).length === 1, {
    message: "Give one of header, body and fixed.",
  });
export type EventTypeFrom = z.infer<typeof EventTypeFrom>;

export const Source = z.object({
  uid: Uid,
  project_id: Uid,
  mask_id: z.string().describe("The secret part of the ingest address; [REDACTED] for viewers"),
  name: z.string(),
  type: z.enum(SOURCE_TYPES),
  url: z.string().describe("Where the sender posts its webhooks; [REDACTED] for viewers"),
  provider: z.enum(PROVIDERS).nullable(),
  verifier: z.looseObject({ type: z.enum(VERIFIER_TYPES) }),
  is_disabled: z.boolean(),
  body_function: z.string().nullable(),
  header_function: z.string().nullable(),
  idempotency_keys: z.array(z.string()),
  forward_headers: z.array(z.string()),
  event_type_from: EventTypeFrom.nullable(),
  custom_response: CustomResponse.nullable(),
  pub_sub: z.looseObject({}).nullable(),
  rest_api: z.looseObject({}).nullable().describe("An addition to the contract: the API that a rest_api source polls"),
  db_change_stream: z
    .looseObject({})
    .nullable()
    .describe("An addition to the contract: the database that a db_change_stream source follows"),
  provider_config: z.looseObject({}).nullable(),
  ...referenceAnswer,
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp,
});
export type Source = z.infer<typeof Source>;

const fields = {
  name: Name,
  provider: z
    .enum(PROVIDERS, `Choose one of ${PROVIDERS.join(", ")}.`)
    .nullable()
    .describe(
      "Who sends here: it says how requests are verified, which challenges are answered and where the event type is. It matters to http sources",
    ),
  verifier: VerifierInput.describe(
    "With a `provider` the type `provider` and what the provider shows as its `secret`; the type `hmac` with its `secret` is taken too. Else complete",
  ),
  body_function: FunctionSource.nullable().describe(
    `JavaScript with \`function transform(payload)\` that returns the new payload; runs right after the event is accepted. \`Date\` shows that time and stands still; \`Math.random\` gives the same again for the same event. ${FUNCTION_NUMBERS}`,
  ),
  header_function: FunctionSource.nullable().describe(
    "JavaScript with `function transform(headers)` that returns the new headers, names in lower case",
  ),
  idempotency_keys: z.array(z.string().max(500)).max(10, "Name at most 10 parts."),
  custom_response: CustomResponseInput.nullable(),
  forward_headers: z
    .array(HeaderName)
    .max(100, "Name at most 100 headers.")
    .describe(
      "The only received headers that are kept and forwarded, beside Content-Type; empty forwards all that may be",
    ),
  event_type_from: EventTypeFrom.nullable().describe(
    "Where the type of each received event is: `{header}`, a `{body}` path of names joined by dots, or a `{fixed}` type. A request that lacks it, or has there what cannot be an event type, gets its type as with null: what the provider says, else the header `X-Event-Type`, else the body's field `event_type` or `type`, else `webhook.received`. Only of http sources",
  ),
  is_disabled: z.boolean(),
  pub_sub: PubSub.nullable().describe("The broker of a pub_sub source; null for the others"),
  rest_api: RestApi.nullable().describe(
    "An addition to the contract: the API that a rest_api source polls; null for the others",
  ),
  db_change_stream: DbChangeStream.nullable().describe(
    "An addition to the contract: the database that a db_change_stream source follows; null for the others. Host, port and database of a source stay as they are",
  ),
  ...referenceFields,
};

export const CreateSource = z.strictObject({
  ...z.object(fields).partial().required({ name: true }).shape,
  type: z.enum(SOURCE_TYPES, `Choose one of ${SOURCE_TYPES.join(", ")}.`),
});
export type CreateSource = z.infer<typeof CreateSource>;

export const UpdateSource = z.strictObject(z.object(fields).partial().shape);
export type UpdateSource = z.infer<typeof UpdateSource>;

export const ListSources = z.object({
  ...paging,
  name: QueryText.describe("Part of the name, in any case"),
  ...referenceFilters,
});
export type ListSources = z.infer<typeof ListSources>;
