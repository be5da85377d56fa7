import { z } from "zod";
import { EventType, HeaderValue, HttpUrl } from "@/lib/wire/fields";
import { JsonPath } from "@/lib/wire/json-path";
import { SentHeaderName } from "@/lib/wire/sent-header";

const OF_CREDENTIALS = /^(authorization|cookie|proxy-authorization)$/i;

const Headers = z
  .record(
    SentHeaderName.refine(
      (name) => !OF_CREDENTIALS.test(name),
      "Credentials are set as auth, where nobody reads them.",
    ),
    HeaderValue,
  )
  .refine((headers) => Object.keys(headers).length <= 50, "Send at most 50 headers.");

/** How a request authenticates. */
const Auth = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("none") }),
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
      type: z.literal("bearer"),
      bearer: z.strictObject({ token: HeaderValue.min(1, "Give the token.") }),
    }),
  ],
  "Choose the type none, api_key, basic_auth or bearer, with the object of that name.",
);

/** How the next page is requested. */
const Pagination = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("none") }),
    z.strictObject({
      type: z.literal("cursor"),
      cursor: z.strictObject({
        path: JsonPath.describe(
          "Where the answer has the cursor of what comes next, such as meta.next_cursor or items.-1.updated_at",
        ),
        param: z
          .string()
          .min(1, "Give the name of the query parameter.")
          .max(200)
          .describe("The query parameter that the cursor is sent in"),
        initial: z.string().max(2_000).optional().describe("Sent with the first request; none when left out"),
      }),
    }),
    z.strictObject({ type: z.literal("link_header") }),
  ],
  "Choose the type none, cursor (with the object of that name) or link_header.",
);

/** An API that is polled for items at an interval. */
export const RestApi = z.strictObject({
  url: HttpUrl,
  method: z.enum(["GET", "POST"], "Choose GET or POST.").default("GET"),
  headers: Headers.default({}).describe("Sent with each request, and shown to whoever reads the source"),
  auth: Auth.default({ type: "none" }),
  body: z
    .string()
    .max(65_536, "Use at most 64 KiB.")
    .nullable()
    .default(null)
    .describe("Sent with POST, as application/json unless the headers say otherwise"),
  interval_seconds: z
    .int()
    .min(1, "At least 1 second.")
    .max(86_400, "At most 86,400 seconds, which is a day.")
    .default(60)
    .describe("From the end of one poll to the next"),
  item_path: JsonPath.nullable()
    .default(null)
    .describe("Where the answer has its items; null when the answer itself is the array, or is the one item"),
  id_path: JsonPath.nullable()
    .default(null)
    .describe(
      "Where an item has its id, by which the same item makes one event however often it is read; null tells items by their whole content",
    ),
  event_type: EventType.nullable()
    .default(null)
    .describe("The type of every event; null reads event_type_path, else the item's event_type or type"),
  event_type_path: JsonPath.nullable().default(null).describe("Where an item has its event type"),
  pagination: Pagination.default({ type: "none" }),
});
export type RestApi = z.infer<typeof RestApi>;
export type RestApiInput = z.input<typeof RestApi>;
