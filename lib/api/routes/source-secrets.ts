import { defineRoute } from "@/lib/api/route";
import { RotateSourceSecret, SourceSecrets } from "@/lib/nouns/sources/secret-schemas";
import { endPreviousSecret, readSourceSecrets, rotateSourceSecret } from "@/lib/nouns/sources/secrets";

export const sourceSecretRoutes = [
  defineRoute({
    id: "getSourceSecrets",
    method: "get",
    path: "/v1/projects/{projectID}/sources/{sourceID}/secrets",
    permission: "read",
    tag: "Sources",
    summary: "Tell which secrets a source accepts",
    description: "Whether the secret before the present one is accepted too, and until when. No secret is shown.",
    response: SourceSecrets,
    message: "Source secrets fetched",
    handler: ({ ctx, params }) => readSourceSecrets(ctx, params.sourceID),
  }),
  defineRoute({
    id: "rotateSourceSecret",
    method: "post",
    path: "/v1/projects/{projectID}/sources/{sourceID}/secrets",
    permission: "administer",
    audit: "domain",
    tag: "Sources",
    summary: "Rotate the secret of a source",
    description:
      "Gives the verifier of the source another secret and leaves the rest of it as it is. The present one is accepted beside it for `expires_in` seconds, so that the sender changes over without a refused request: 24 hours unless said otherwise, 0 to end it now. Two are accepted at once, never more: while the one before the present one still is, another rotation is a conflict, because it would be cut short. Wait for it, end it, or end both with `expires_in` 0. A challenge that asks for a proof is answered with the newest secret. An update of the source that sets another secret, another type of verifier or another provider ends the one before at once. A source that verifies requests by no secret is a conflict too.",
    body: RotateSourceSecret,
    response: SourceSecrets,
    status: 201,
    message: "Source secret rotated",
    errors: ["conflict"],
    handler: ({ ctx, params, body }) => rotateSourceSecret(ctx, params.sourceID, body),
  }),
  defineRoute({
    id: "endPreviousSourceSecret",
    method: "delete",
    path: "/v1/projects/{projectID}/sources/{sourceID}/secrets/previous",
    permission: "administer",
    audit: "domain",
    tag: "Sources",
    summary: "End the secret before a source's present one",
    description:
      "What is still signed with it is refused from then on. If only the present one is accepted, nothing changes.",
    response: SourceSecrets,
    message: "Previous secret ended",
    handler: ({ ctx, params }) => endPreviousSecret(ctx, params.sourceID),
  }),
];
