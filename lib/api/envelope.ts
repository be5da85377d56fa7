import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ErrorCode, FieldError, HookyardError } from "@/lib/errors";

/** What every request of the app carries. */
export type AppEnv = { Variables: { requestId: string } };
export type AppContext = Context<AppEnv>;

/** The envelope of a failure. Of a success it is `{status: true, message, data}`. */
export type ErrorBody = {
  status: false;
  message: string;
  data: null;
  error: { code: ErrorCode; fields?: FieldError[] };
  request_id: string;
};

export function answer(c: AppContext, what: { status: 200 | 201; message: string; data: unknown }): Response {
  return c.json({ status: true, message: what.message, data: what.data }, what.status);
}

export function answerError(c: AppContext, error: HookyardError): Response {
  const body: ErrorBody = {
    status: false,
    message: error.message,
    data: null,
    error: { code: error.code, ...(error.fields && { fields: error.fields }) },
    request_id: c.get("requestId"),
  };
  if (error.retryAfter !== undefined) c.header("retry-after", String(error.retryAfter));
  if (error.code === "unauthorized") c.header("www-authenticate", 'Bearer realm="hookyard"');
  return c.json(body, error.status as ContentfulStatusCode);
}
