import { z } from "zod";
import { referenceAnswer, referenceFields, Tags } from "@/lib/kernel/references";
import { SENDING_METHODS, SENDING_TYPES, SIGNATURE_ALGORITHMS } from "@/lib/kernel/sending-words";
import { ENDPOINT_STATUSES, ORDERING_POLICIES, REDACTED } from "@/lib/kernel/vocabulary";
import { SigningKeyPair } from "@/lib/nouns/endpoints/key-pair-schemas";
import { EndpointCertificate, EndpointTls, ShownTls } from "@/lib/nouns/endpoints/tls-schemas";
import { UrlVariables } from "@/lib/nouns/endpoints/url-variable-schemas";
import { HeaderValue, HttpUrl, Name, SecretOverlap, Timestamp, Uid } from "@/lib/wire/fields";
import { paging, QueryText, queryList } from "@/lib/wire/list-query";
import { referenceFilters, tagFilter } from "@/lib/wire/reference-query";
import { FixedHeaders, SentHeaderName } from "@/lib/wire/sent-header";

export const Secret = z.object({
  uid: Uid,
  value: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp,
  expires_at: Timestamp,
});
export type Secret = z.infer<typeof Secret>;

/** Credentials that authenticate each delivery to its receiver; stored encrypted, returned redacted. */
export const Authentication = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      type: z.literal("api_key"),
      api_key: z.strictObject({ header_name: SentHeaderName, header_value: HeaderValue.min(1, "Give the key.") }),
    }),
    z.strictObject({
      type: z.literal("basic_auth"),
      basic_auth: z.strictObject({
        username: z.string().min(1, "Give the user name.").max(500),
        password: z.string().max(500),
      }),
    }),
    z.strictObject({
      type: z.literal("oauth2"),
      oauth2: z.strictObject({
        url: HttpUrl.describe("The token endpoint of RFC 6749, 4.4 (client credentials)"),
        client_id: z.string().min(1, "Give the client's id.").max(500),
        client_secret: z.string().min(1, "Give the client's secret.").max(2_000),
        scope: z.string().max(2_000).optional(),
      }),
    }),
  ],
  "Choose the type api_key, basic_auth or oauth2, with the object of that name.",
);
export type Authentication = z.infer<typeof Authentication>;

const TOLD =
  "is told when the endpoint is disabled, held by its circuit breaker or active again, and when an alert is raised.";
const CHAT_HELP = `A Slack-compatible incoming webhook that ${TOLD}`;
const MAIL_HELP = `Who ${TOLD} E-mail is sent only where the installation has a mail server (SMTP_URL; see sends_mail of /v1/me): otherwise the address is kept and shown, and nothing is sent.`;

export const Endpoint = z.object({
  uid: Uid,
  project_id: Uid,
  owner_id: z.string(),
  name: z.string(),
  description: z.string(),
  url: z.string(),
  url_variables: UrlVariables,
  status: z.enum(ENDPOINT_STATUSES),
  status_reason: z.string().describe("Why the status is what it is, in words; empty while active"),
  signature_algorithm: z.enum(SIGNATURE_ALGORITHMS),
  key_pairs: z.array(SigningKeyPair),
  advanced_signatures: z.boolean(),
  authentication: z.looseObject({ type: z.string() }).nullable(),
  tls: ShownTls.nullable().describe("[REDACTED] for what there is, an empty text for what is not"),
  tls_certificates: z.array(EndpointCertificate).describe("What may be told of the stored certificates"),
  headers: z.record(z.string(), z.string()).describe("Headers that each delivery has, beside those of its event"),
  secrets: z.array(Secret),
  events: z.int().describe("Deliveries created for this endpoint"),
  failure_rate: z.number().describe("Percent of attempts that failed in the last 24 hours"),
  content_type: z.enum(SENDING_TYPES).describe("How the body of its deliveries is written"),
  http_method: z.enum(SENDING_METHODS).describe("How deliveries are sent"),
  http_timeout: z.int().describe("Seconds"),
  rate_limit: z.int().describe("Deliveries per rate_limit_duration; 0 means no limit"),
  rate_limit_duration: z.int().describe("Seconds"),
  max_in_flight: z
    .int()
    .describe(
      "Requests under way to it at once, over all copies; 0 leaves it to each copy's HOOKYARD_ENDPOINT_IN_FLIGHT",
    ),
  ordering_key: z.string().describe("Path of the value by which its deliveries are put in order; empty for no order"),
  ordering_policy: z.enum(ORDERING_POLICIES),
  ordering_skip_after: z.int(),
  chat_webhook_url: z.string().describe(`${CHAT_HELP} Shown where the signing secrets are, else [REDACTED].`),
  support_email: z.string().describe(MAIL_HELP),
  ...referenceAnswer,
  tags: z.array(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp,
});
export type Endpoint = z.infer<typeof Endpoint>;

const fields = {
  name: Name,
  url: HttpUrl,
  url_variables: UrlVariables,
  owner_id: z.string().max(200),
  description: z.string().max(2_000, "Use at most 2,000 characters."),
  signature_algorithm: z.enum(SIGNATURE_ALGORITHMS, `Choose ${SIGNATURE_ALGORITHMS.join(", ")}.`),
  advanced_signatures: z.boolean(),
  authentication: Authentication.nullable(),
  tls: EndpointTls.nullable(),
  headers: FixedHeaders,
  ...referenceFields,
  tags: Tags.nullable(),
  content_type: z.enum(SENDING_TYPES, `Choose ${SENDING_TYPES.join(" or ")}.`),
  http_method: z.enum(SENDING_METHODS, `Choose ${SENDING_METHODS.join(", ")}.`),
  http_timeout: z.int().min(1, "At least 1 second.").max(120, "At most 120 seconds."),
  rate_limit: z.int().min(0, "0 (no limit) or more.").max(1_000_000),
  rate_limit_duration: z.int().min(1, "At least 1 second.").max(86_400, "At most 86,400 seconds."),
  ordering_key: z
    .string()
    .max(200, "Use at most 200 characters.")
    .regex(/^$|^(?:\$\.)?[^.\s]+(?:\.[^.\s]+)*$/, "Give a dotted path into the payload, such as customer.id.")
    .describe(
      "Dotted path into the payload, such as customer.id: deliveries with the same value there are sent strictly one after another, in the order in which their events were routed, through retries and over all copies. An event without functions is routed as it is accepted, unless it has more than 32 deliveries. One with functions may be routed later: always when it comes from a message broker or another consumed source, else when they take longer than 50 ms, did so a few seconds ago, or cannot run at the moment. It is Pending until then, and later events may pass it. Those without a value there, and those accepted before it was set, are not put in order. Empty for no order",
    ),
  ordering_policy: z
    .enum(ORDERING_POLICIES, `Choose ${ORDERING_POLICIES.join(" or ")}.`)
    .describe(
      "What happens behind a delivery that fails: block waits until it succeeds, is cancelled or is resent and succeeds, also when its attempts are used up; skip goes on after ordering_skip_after failed attempts, and the failed one is retried on its own",
    ),
  ordering_skip_after: z
    .int()
    .min(1, "At least one attempt.")
    .max(100, "At most 100.")
    .describe("Attempts; for the policy skip"),
  max_in_flight: z.int().min(0, "0 (each copy's own bound) or more.").max(1_000, "At most 1,000."),
  chat_webhook_url: HttpUrl.or(z.enum(["", REDACTED])).describe(
    `${CHAT_HELP} A credential: whoever knows it can write there. Empty for none; ${REDACTED} leaves it as it is.`,
  ),
  support_email: z.email("Give an e-mail address.").max(254).or(z.literal("")).describe(`${MAIL_HELP} Empty for none.`),
};

export const SecretValue = z
  .string()
  .min(8, "Use at least 8 characters.")
  .max(500, "Use at most 500 characters.")
  .refine(
    (value) => !value.startsWith("whsec_") || /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(value),
    "After whsec_ comes base64.",
  )
  .refine((value) => !/^wh[sp]k_/.test(value), "This is a key of a key pair, and no secret.")
  .refine((value) => value !== REDACTED, "This stands for a secret that is not shown. Give the secret itself.");

export const CreateEndpoint = z.strictObject({
  ...z.object(fields).partial().required({ name: true, url: true }).shape,
  secret: SecretValue.optional().describe("Signs deliveries; generated (whsec_…) when left out"),
});
export type CreateEndpoint = z.infer<typeof CreateEndpoint>;

export const UpdateEndpoint = z.strictObject(z.object(fields).partial().shape);
export type UpdateEndpoint = z.infer<typeof UpdateEndpoint>;

export const RotateSecret = z.strictObject({
  secret: SecretValue.optional().describe("The new secret; generated when left out"),
  expires_in: SecretOverlap.describe("Seconds that the older secrets go on signing"),
});
export type RotateSecret = z.input<typeof RotateSecret>;

export const ListEndpoints = z.object({
  ...paging,
  name: QueryText.describe("Part of the name, in any case"),
  q: QueryText.describe(
    "Part of the name, the address or the description, in any case; for a viewer of the address only up to the host",
  ),
  status: queryList(z.enum(ENDPOINT_STATUSES, `Choose of ${ENDPOINT_STATUSES.join(", ")}.`)).describe(
    "Any of these statuses",
  ),
  owner_id: QueryText.describe("The owner, exactly"),
  tag: tagFilter.describe("With all of these tags"),
  ...referenceFilters,
});
export type ListEndpoints = z.infer<typeof ListEndpoints>;
