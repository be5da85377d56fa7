import { defineRoute } from "@/lib/api/route";
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
      "Holds the headers and the body that a receiver got against what this endpoint signs: the three Standard Webhooks headers and the project's own signature header, each judged for itself. `findings` name the part that is wrong: a header that is missing or arrived under another name, another id, a timestamp that is no number, too old or in the future (by more than 5 minutes at `received_at`), the form of the signature, a body that was changed after signing, a secret that has ended (named by its id), or one that the endpoint never had. With `delivery_id` the body is compared with what was sent, as far as the project's present settings write it. Nothing is sent or stored. It needs the role operator: a yes to a guess is no more than the receiver itself answers, and neither a secret nor a right signature is ever in the answer, but a viewer, to whom signatures are redacted, gets no way to try them here.",
    body: DiagnoseSignature,
    response: SignatureDiagnosis,
    message: "Signature examined",
    errors: ["conflict"],
    handler: ({ ctx, params, body, services }) =>
      examineReceived(ctx, services.snapshots, { endpointId: params.endpointID, input: body }),
  }),
];
