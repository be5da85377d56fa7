import { fetchInSession } from "@/components/session/fetch-in-session";
import { createApiClient } from "@/lib/api/create-client";

/** Calls /v1 of this installation from its own pages, with the session's cookie. Unwrap its answers. */
export const api = createApiClient({ baseUrl: "", fetch: fetchInSession });
