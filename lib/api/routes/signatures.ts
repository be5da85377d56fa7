import { defineRoute } from "@/lib/api/route";
import { PublicKeys } from "@/lib/nouns/endpoints/key-pair-schemas";
import { readPublicKeys } from "@/lib/nouns/endpoints/public-keys";
import { DiagnoseSignature, SignatureDiagnosis } from "@/lib/nouns/endpoints/signature-schemas";
import { examineReceived } from "@/lib/sending/examine-received";

export const signatureRoutes = [
  defineRoute({
    id: "diagnoseSignature",
    method: "post",
    path: "/v1/projects/{projectID}/endpoints/{endpointID}/diagnose-signature",
    permission: "operate",
    audit: "none",
    tag: "Endpoints",
    summary: "Find out why a signature was refused",
    description:
      "Holds the headers and the body that a receiver got against what this endpoint signs: the three Standard Webhooks headers and the project's own signature header, each judged for itself, and of several entries each kind: `v1` by a secret, `v1a` by a key pair. `findings` name the part that is wrong: a header that is missing or arrived under another name, another id, a timestamp that is no number, too old or in the future (by more than 5 minutes at `received_at`), the form of the signature, a body that was changed after signing, a secret or a key pair that has ended (named by its id), or one that the endpoint never had. With `delivery_id` the body is compared with what was sent, as far as the project's present settings write it. Nothing is sent or stored. It needs the role operator: a yes to a guess is no more than the receiver itself answers, and neither a secret nor a right signature is ever in the answer, but a viewer, to whom signatures are redacted, gets no way to try them here.",
    body: DiagnoseSignature,
    response: SignatureDiagnosis,
    message: "Signature examined",
    errors: ["conflict"],
    handler: ({ ctx, params, body, services }) =>
      examineReceived(ctx, services.snapshots, { endpointId: params.endpointID, input: body }),
  }),
  defineRoute({
    id: "readPublicKeys",
    method: "get",
    path: "/v1/endpoints/{endpointID}/public-keys",
    permission: "public",
    tag: "Endpoints",
    summary: "Read an endpoint's public keys",
    description:
      "For receivers, who verify deliveries by them: the keys that sign now, the newest first, as `whpk_` and base64 (Standard Webhooks) and as a JSON Web Key (RFC 8037) whose `kid` is the key pair's id. While a key pair is rotated there are several, and each delivery has a signature by each; `expires_at` is when one stops signing. Nothing else of the endpoint is told. One that signs by secrets alone is not found, as one that does not exist.",
    response: PublicKeys,
    message: "Public keys fetched",
    handler: ({ ctx, params }) => readPublicKeys(ctx, params.endpointID),
  }),
];
