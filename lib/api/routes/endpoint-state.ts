import { defineRoute } from "@/lib/api/route";
import { rotateSecret } from "@/lib/endpoints/rotate-secret";
import { Endpoint, RotateSecret } from "@/lib/endpoints/schemas";
import { activateEndpoint, deactivateEndpoint, pauseEndpoint, resumeEndpoint } from "@/lib/endpoints/transitions";

export const endpointStateRoutes = [
  defineRoute({
    id: "pauseEndpoint",
    method: "put",
    path: "/v1/projects/{projectID}/endpoints/{endpointID}/pause",
    permission: "operate",
    tag: "Endpoints",
    summary: "Pause an endpoint",
    description: "Its deliveries wait, nothing is lost and no try is used up. Pausing it again changes nothing.",
    response: Endpoint,
    message: "Endpoint paused",
    errors: ["conflict"],
    handler: ({ ctx, params }) => pauseEndpoint(ctx, params.endpointID),
  }),
  defineRoute({
    id: "resumeEndpoint",
    method: "put",
    path: "/v1/projects/{projectID}/endpoints/{endpointID}/resume",
    permission: "operate",
    tag: "Endpoints",
    summary: "Resume an endpoint",
    description:
      "A paused or pending endpoint becomes active and what waited is delivered. Conflict when it is inactive: activate it instead.",
    response: Endpoint,
    message: "Endpoint resumed",
    errors: ["conflict"],
    handler: ({ ctx, params }) => resumeEndpoint(ctx, params.endpointID),
  }),
  defineRoute({
    id: "deactivateEndpoint",
    method: "put",
    path: "/v1/projects/{projectID}/endpoints/{endpointID}/deactivate",
    permission: "administer",
    tag: "Endpoints",
    summary: "Deactivate an endpoint",
    description: "Waiting and new deliveries are recorded as Discarded; they can be resent once it is active again.",
    response: Endpoint,
    message: "Endpoint deactivated",
    handler: ({ ctx, params }) => deactivateEndpoint(ctx, params.endpointID),
  }),
  defineRoute({
    id: "activateEndpoint",
    method: "put",
    path: "/v1/projects/{projectID}/endpoints/{endpointID}/activate",
    permission: "administer",
    tag: "Endpoints",
    summary: "Activate an endpoint",
    description: "Whatever its status was, it becomes active.",
    response: Endpoint,
    message: "Endpoint activated",
    handler: ({ ctx, params }) => activateEndpoint(ctx, params.endpointID),
  }),
  defineRoute({
    id: "rotateEndpointSecret",
    method: "post",
    path: "/v1/projects/{projectID}/endpoints/{endpointID}/secrets",
    permission: "administer",
    tag: "Endpoints",
    summary: "Rotate the signing secret",
    description:
      "Adds a secret (generated when none is given). The older ones go on signing beside it for `expires_in` seconds: 24 hours unless said otherwise, 0 to end them now. At most 10 are live at once.",
    body: RotateSecret,
    response: Endpoint,
    status: 201,
    message: "Secret rotated",
    errors: ["conflict"],
    handler: ({ ctx, params, body }) => rotateSecret(ctx, params.endpointID, body),
  }),
];
