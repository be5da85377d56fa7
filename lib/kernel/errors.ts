import type { RefusalCode } from "./refusal-codes";

/** The only error class that carries meaning to a caller. Any other error is a 500 that reveals nothing. */

export const ERROR_STATUS = {
  malformed_request: 400,
  invalid_cursor: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  duplicate: 409,
  breaking_change: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_fields: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One wrong field: `path` is dotted from the body's or query's root (`verifier.hmac.secret`), `message` says what to do. */
export type FieldError = { path: string; message: string };

/** What a caller has left, full again in `resetSeconds`. */
type RateLimitStanding = { limit: number; remaining: number; resetSeconds: number };

type Extra = { fields?: FieldError[]; retryAfter?: number; rateLimit?: RateLimitStanding; reason?: RefusalCode };

export class HookyardError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldError[] | undefined;
  /** Whole seconds for the `Retry-After` header. */
  readonly retryAfter: number | undefined;
  /** For the `RateLimit-*` headers, if another limit than that on requests was hit. */
  readonly rateLimit: RateLimitStanding | undefined;
  /** Why a received webhook does not prove who sent it. */
  readonly reason: RefusalCode | undefined;

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(message);
    this.name = "HookyardError";
    this.code = code;
    this.fields = extra.fields;
    this.retryAfter = extra.retryAfter;
    this.rateLimit = extra.rateLimit;
    this.reason = extra.reason;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

export function notFound(noun: string): HookyardError {
  return new HookyardError("not_found", `No such ${noun} in this project.`);
}

export function conflict(message: string): HookyardError {
  return new HookyardError("conflict", message);
}

/** Creates a conflict for a project that takes in nothing and is not changed. */
export function archived(): HookyardError {
  return conflict(
    "This project is archived: it takes no events and no changes. The owner of this installation can unarchive it.",
  );
}

/** Creates a 422 that names every wrong field at once. */
export function invalidFields(fields: FieldError[]): HookyardError {
  const names = fields.map((field) => field.path).join(", ");
  return new HookyardError("invalid_fields", `Check these fields: ${names}.`, { fields });
}
