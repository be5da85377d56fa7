import type { Client } from "openapi-fetch";
import type { components, paths } from "@/lib/api/document/openapi.gen";
import type { ErrorCode, FieldError } from "@/lib/kernel/errors";
import { UNKNOWN_PARAMETERS_HEADER } from "@/lib/wire/parameter-names";

/** A refusal of the API: the error by code and by field. `status` is 0 if there was no answer at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly fields: FieldError[];
  /** Identifies the request in the server's log. */
  readonly requestId: string | null;

  constructor(told: {
    status: number;
    code: ErrorCode;
    message: string;
    fields?: FieldError[] | undefined;
    requestId?: string | null;
  }) {
    super(told.message);
    this.name = "ApiError";
    this.status = told.status;
    this.code = told.code;
    this.fields = told.fields ?? [];
    this.requestId = told.requestId ?? null;
  }
}

export type ApiClient = Client<paths>;

type ErrorAnswer = components["schemas"]["ErrorAnswer"];
type Answered<D> = { data?: { data: D }; error?: unknown; response: Response };

/**
 * Returns `data` of an answer's envelope. Throws an ApiError for a refusal, without an answer, or if the server did not
 * know a parameter of the query: that would be the answer to another question.
 */
export async function unwrap<D>(asked: Promise<Answered<D>>): Promise<D> {
  const { data, error, response } = await asked.catch((error: unknown) => {
    if (error instanceof Error && error.name === "AbortError") throw error;
    throw new ApiError({ status: 0, code: "unavailable", message: "Hookyard does not answer. Is it running?" });
  });
  if (!data) throw toApiError(response, (error ?? {}) as Partial<ErrorAnswer>);
  const unknown = response.headers.get(UNKNOWN_PARAMETERS_HEADER);
  if (unknown === null) return data.data;
  const message = `The server does not know these parameters: ${unknown}.`;
  throw new ApiError({ status: response.status, code: "invalid_fields", message });
}

/** What stands between the server and its reader, a proxy say, may answer without the fields of a refusal. */
function toApiError({ status, headers }: Response, { error, message, request_id }: Partial<ErrorAnswer>): ApiError {
  return new ApiError({
    status,
    code: error?.code ?? "internal",
    message: message ?? `The server answered ${status} without a message.`,
    fields: error?.fields,
    requestId: request_id ?? headers.get("x-request-id"),
  });
}
