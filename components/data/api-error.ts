import type { ErrorCode, FieldError } from "@/lib/errors";

/** A refusal of /v1, or (`status` 0) no answer at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | "unreachable";
  readonly fields: FieldError[];
  /** Finds the request in the server's log. */
  readonly requestID: string | null;

  constructor(problem: {
    status: number;
    code: ErrorCode | "unreachable";
    message: string;
    fields?: FieldError[] | undefined;
    requestID?: string | null | undefined;
  }) {
    super(problem.message);
    this.name = "ApiError";
    this.status = problem.status;
    this.code = problem.code;
    this.fields = problem.fields ?? [];
    this.requestID = problem.requestID ?? null;
  }
}
