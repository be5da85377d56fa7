import { forgetApiKeys } from "@/lib/api/key-cache";
import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { createApiKey, revokeApiKey } from "@/lib/nouns/api-keys/mutations";
import { listApiKeys } from "@/lib/nouns/api-keys/queries";
import { ApiKey, CreateApiKey, CreatedApiKey, ListApiKeys } from "@/lib/nouns/api-keys/schemas";

export const apiKeyRoutes = [
  defineRoute({
    id: "listApiKeys",
    method: "get",
    path: "/v1/projects/{projectID}/api-keys",
    permission: "administer",
    tag: "API keys",
    summary: "List API keys",
    description:
      "All keys of the project, the revoked and expired ones too. The keys themselves are not kept and not shown.",
    query: ListApiKeys,
    response: pageOf(ApiKey),
    message: "API keys fetched",
    handler: ({ ctx, query }) => listApiKeys(ctx, query),
  }),
  defineRoute({
    id: "createApiKey",
    method: "post",
    path: "/v1/projects/{projectID}/api-keys",
    permission: "administer",
    audit: "domain",
    tag: "API keys",
    summary: "Create an API key",
    description:
      "`data.key` is the key, `hy_<12 characters id>_<43 characters secret>`. It is shown this once; only a hash is stored. `viewer` reads, `operator` also resends, pauses and creates events, `admin` does everything in the project.",
    body: CreateApiKey,
    response: CreatedApiKey,
    status: 201,
    message: "API key created",
    errors: ["duplicate"],
    handler: ({ ctx, body }) => createApiKey(ctx, body),
  }),
  defineRoute({
    id: "revokeApiKey",
    method: "delete",
    path: "/v1/projects/{projectID}/api-keys/{keyID}",
    permission: "administer",
    audit: "domain",
    inArchive: "served",
    tag: "API keys",
    summary: "Revoke an API key",
    description:
      "The key stops working for good: at once where it was revoked, within five seconds on every other copy.",
    response: ApiKey,
    message: "API key revoked",
    async handler({ ctx, params }) {
      const key = await revokeApiKey(ctx, params.keyID);
      forgetApiKeys(ctx.projectId);
      return key;
    },
  }),
];
