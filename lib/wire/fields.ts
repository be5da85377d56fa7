import { z } from "zod";
import { parseUrl } from "@/lib/kernel/parse-url";

/** Field shapes that more than one noun uses. Browser-safe, like every schemas.ts. */

export const Uid = z.uuid().describe("UUIDv7; sorts by creation time");

/** RFC 3339 UTC with milliseconds, or null if it has not happened. */
export const Timestamp = z
  .string()
  .nullable()
  .describe("RFC 3339 UTC with milliseconds; null where it has not happened");

export const Name = z.string().trim().min(1, "Give it a name.").max(200, "Use at most 200 characters.");

/** How long a secret still counts after its successor came, in seconds. */
export const SecretOverlap = z.int().min(0, "0 or more.").max(604_800, "At most 7 days.").default(86_400);

export const EventType = z
  .string()
  .min(1, "Give an event type, such as invoice.paid.")
  .max(200, "Use at most 200 characters.")
  .regex(/^[A-Za-z0-9_.:/*-]+$/, "Use letters, digits and . _ : / - only.");

/** A destination as the caller writes it; the address guard checks whether its address is allowed. */
export const HttpUrl = z
  .string()
  .max(2_048, "Use at most 2,048 characters.")
  .refine((url) => /^https?:\/\//i.test(url) && parseUrl(url) !== null, "Give a full http:// or https:// address.");

/** The name of an HTTP header (RFC 9110 token). */
export const HeaderName = z
  .string()
  .min(1, "Give the header's name.")
  .max(200, "Use at most 200 characters.")
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "A header's name has letters, digits and - only.");

/** The value of an HTTP header: no line breaks or control characters, so that nothing can be smuggled in. */
export const HeaderValue = z
  .string()
  .max(8_192, "Use at most 8,192 characters.")
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, "A header's value cannot have line breaks or control characters.");

/** Part of the description of each field with a function that takes a payload. */
export const FUNCTION_NUMBERS =
  'What the function leaves as it is stays as it was written: a result that equals the argument is no change, and in any other result each number whose value is unchanged keeps its digits (`1.10`, `1e400`). Whole numbers beyond ±(2^53 − 1), of up to 1,000 digits, arrive as BigInt (`payload.id + 1n`, `String(payload.id)`), and `JSON.stringify` writes their digits. A function whose text does not speak of BigInt is given plain, rounded numbers instead where it could not notice the difference (it names `"number"`, `Number.isInteger` and the like, catches errors, or holds a number of 16 digits), and is run once more with them where it throws. It may use one second of CPU time and 32 MiB';

/** A user's JavaScript, as `lib/functions` runs it. */
export const FunctionSource = z
  .string()
  .min(1, "Give the JavaScript, or null for none.")
  .max(65_536, "Use at most 64 KiB.");

export const Pagination = z.object({
  has_next_page: z.boolean(),
  has_prev_page: z.boolean(),
  next_page_cursor: z.string(),
  prev_page_cursor: z.string(),
  per_page: z.int(),
  searched_until: z
    .string()
    .optional()
    .describe(
      "Only of a search that stopped before the page was full: it looked at everything until this time. Go on with the cursor",
    ),
});
export type Pagination = z.infer<typeof Pagination>;

/** A page of a list, as `data` of the envelope. */
export type Page<T> = { content: T[]; pagination: Pagination };

export const RetryConfig = z
  .strictObject({
    type: z.enum(["linear", "exponential"]).describe("linear waits `duration` each time; exponential doubles it"),
    duration: z
      .int()
      .min(1, "At least 1 second.")
      .max(86_400, "At most 86,400 seconds.")
      .describe("Seconds before the first retry"),
    retry_count: z
      .int()
      .min(0, "0 or more.")
      .max(100, "At most 100.")
      .describe("Attempts in all, the first included; 0 means one attempt"),
  })
  .describe("How a failed delivery is retried");
export type RetryConfig = z.infer<typeof RetryConfig>;
