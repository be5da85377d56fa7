import { defineRoute } from "@/lib/api/route";
import { diagnoseSourceSignature } from "@/lib/nouns/sources/signature-diagnosis";
import { DiagnoseSourceSignature, SourceSignatureDiagnosis } from "@/lib/nouns/sources/signature-schemas";

export const sourceSignatureRoutes = [
  defineRoute({
    id: "diagnoseSourceSignature",
    method: "post",
    path: "/v1/projects/{projectID}/sources/{sourceID}/diagnose-signature",
    permission: "administer",
    audit: "none",
    tag: "Sources",
    summary: "Find out why a source refuses a request",
    description:
      "Holds the headers and the body of a request against the verifier of this source. `findings` name the part that is wrong and what to do about it: a header that is missing or arrived under another name, a signature in another encoding, form or by another hash, a body that was changed after signing, another secret (the one before, or the `secret` that is given to be tried) or the same one in another form (white space, quotes, a prefix, another decoding), the way of another provider, another address where it is signed, a timestamp that is too old, ahead or in another unit at `received_at`. One thing at a time is changed until the signature is right, at most 400 in all. Where nothing makes it right the answer says so: from a digest alone nobody can tell another secret from another body. Nothing is stored, and neither a secret nor a right signature is ever in the answer; but it says yes to a right guess, so it needs the role admin. A source that verifies requests by no secret, or by a key that its provider publishes (Amazon SNS, PayPal, Google Pub/Sub, Plaid), is a conflict.",
    body: DiagnoseSourceSignature,
    response: SourceSignatureDiagnosis,
    message: "Signature examined",
    errors: ["conflict"],
    handler: ({ ctx, params, body }) => diagnoseSourceSignature(ctx, params.sourceID, body),
  }),
];
