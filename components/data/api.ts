import { ApiError } from "@/components/data/api-error";
import type { ErrorCode, FieldError } from "@/lib/errors";

export type QueryValue = string | number | boolean | readonly string[] | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

/** Sends a request to /v1 of this installation: `fetch` in the browser, the Hono app itself on the server. */
export type Transport = (path: string, init: RequestInit) => Promise<Response>;

type Envelope = {
  status: boolean;
  message: string;
  data: unknown;
  error?: { code: ErrorCode; fields?: FieldError[] };
  request_id?: string;
};

export type Request = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Parts below /v1, encoded here: `["projects", id, "endpoints"]`. */
  path: readonly string[];
  query?: Query | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
};

/** The `data` of the answer's envelope; everything else is an ApiError. */
export async function callApi<T>(transport: Transport, request: Request): Promise<T> {
  const { method = "GET", path, query, body, signal } = request;
  const address = `/v1/${path.map(encodeURIComponent).join("/")}${toSearch(query)}`;
  const response = await transport(address, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw unreachable();
  });
  return readAnswer<T>(response);
}

/** The `data` of an envelope; a refusal is thrown. */
export async function readAnswer<T>(response: Response): Promise<T> {
  const envelope = await readEnvelope(response);
  if (response.ok && envelope) return envelope.data as T;
  throw new ApiError({
    status: response.status,
    code: envelope?.error?.code ?? "internal",
    message: envelope?.message ?? `The server answered ${response.status} without a message.`,
    fields: envelope?.error?.fields,
    requestID: envelope?.request_id ?? response.headers.get("x-request-id"),
  });
}

export function unreachable(): ApiError {
  return new ApiError({ status: 0, code: "unreachable", message: "Hookyard does not answer. Is it still running?" });
}

async function readEnvelope(response: Response): Promise<Envelope | null> {
  try {
    return (await response.json()) as Envelope;
  } catch {
    return null;
  }
}

function toSearch(query: Query | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === null || value === undefined || value === "") continue;
    if (Array.isArray(value)) for (const one of value as readonly string[]) search.append(name, one);
    else search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `?${text}` : "";
}

/** Calls /v1 from the browser with the session's cookie. */
export function api<T>(request: Request): Promise<T> {
  return callApi<T>((path, init) => fetch(path, { ...init, credentials: "same-origin" }), request);
}
