import { createApiClient } from "@/lib/api/client";

/** Calls /v1 of this installation from its own pages, with the session's cookie. Unwrap what it answers. */
export const api = createApiClient({ baseUrl: "" });
