import { defineRoute } from "@/lib/api/route";
import { listSourceSamples } from "@/lib/nouns/sources/make-sample";
import { SendSample, SentSample, SourceSamples } from "@/lib/nouns/sources/sample-schemas";
import { sendSourceSample } from "@/lib/nouns/sources/send-sample";

export const sourceSampleRoutes = [
  defineRoute({
    id: "listSourceSamples",
    method: "get",
    path: "/v1/projects/{projectID}/sources/{sourceID}/samples",
    permission: "administer",
    tag: "Sources",
    summary: "List the samples of a source",
    description:
      "The events of the source's provider of which a sample can be sent; `problem` says why none can: the provider signs with a private key that is not here, or the source is not posted to.",
    response: SourceSamples,
    message: "Samples fetched",
    handler: ({ ctx, params }) => listSourceSamples(ctx, params.sourceID),
  }),
  defineRoute({
    id: "sampleSource",
    method: "post",
    path: "/v1/projects/{projectID}/sources/{sourceID}/samples",
    permission: "administer",
    audit: "domain",
    tag: "Sources",
    summary: "Send a sample to a source",
    description:
      "Sends a request as the source's provider sends it, signed with the source's stored secret, over HTTP to the source's own ingest address, and tells what that answered: the event, or the refusal with its reason. What is accepted is an ordinary event, which is routed, delivered and counted like any other. Each sample has ids of its own where the provider and `idempotency_keys` look for them, so that it is no duplicate. A source without a provider gets a small JSON body with `type`, proved by its verifier. Conflict where a sample cannot be signed: the provider signs with a private key that is not here (Ed25519, ECDSA, RSA), or the source is not posted to. A refusal of the sample is an answer with 200 and `accepted: false`.",
    body: SendSample,
    response: SentSample,
    message: "Sample sent",
    errors: ["conflict", "unavailable"],
    handler: ({ ctx, params, body, services, signal }) =>
      sendSourceSample(ctx, {
        sourceId: params.sourceID,
        input: body,
        way: { door: services.ownDoor, signal: signal() },
      }),
  }),
];
