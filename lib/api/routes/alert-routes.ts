import { z } from "zod";
import { defineRoute } from "@/lib/api/route";
import { testAlertRoute } from "@/lib/api/test-alert-route";
import { createAlertRoute, deleteAlertRoute, updateAlertRoute } from "@/lib/nouns/alert-routes/mutations";
import { getAlertRoute, listAlertRoutes } from "@/lib/nouns/alert-routes/queries";
import {
  AlertRoute,
  AlertRouteTest,
  CreateAlertRoute,
  CreatedAlertRoute,
  UpdateAlertRoute,
} from "@/lib/nouns/alert-routes/schemas";

export const ROUTE =
  "A source or an endpoint is told of once, with all that its rules find, again if it gets worse, and once when it is over. A chat, an address or a webhook gets all of it in one message, PagerDuty and Opsgenie an alert for each source and endpoint, which is resolved when it is over. A webhook is signed by `webhook-id`, `webhook-timestamp` and `webhook-signature` as Standard Webhooks has it. A message that is not taken is tried again for about seven hours.";

export const alertRouteRoutes = [
  defineRoute({
    id: "listAlertRoutes",
    method: "get",
    path: "/v1/projects/{projectID}/alert-routes",
    permission: "read",
    tag: "Alerting",
    summary: "List the alert routes of a project",
    response: z.array(AlertRoute),
    message: "Alert routes fetched",
    handler: ({ ctx }) => listAlertRoutes(ctx),
  }),
  defineRoute({
    id: "createAlertRoute",
    method: "post",
    path: "/v1/projects/{projectID}/alert-routes",
    permission: "administer",
    audit: "domain",
    tag: "Alerting",
    summary: "Create an alert route of a project",
    description: `${ROUTE} A project has at most 20.`,
    body: CreateAlertRoute,
    response: CreatedAlertRoute,
    status: 201,
    message: "Alert route created",
    errors: ["conflict"],
    handler: ({ ctx, body }) => createAlertRoute(ctx, body),
  }),
  defineRoute({
    id: "getAlertRoute",
    method: "get",
    path: "/v1/projects/{projectID}/alert-routes/{alertRouteID}",
    permission: "read",
    tag: "Alerting",
    summary: "Retrieve an alert route",
    response: AlertRoute,
    message: "Alert route fetched",
    handler: ({ ctx, params }) => getAlertRoute(ctx, params.alertRouteID),
  }),
  defineRoute({
    id: "updateAlertRoute",
    method: "put",
    path: "/v1/projects/{projectID}/alert-routes/{alertRouteID}",
    permission: "administer",
    audit: "domain",
    tag: "Alerting",
    summary: "Update an alert route",
    description:
      "Replaces only the fields sent, `settings` as a whole. A stored credential is kept by `[REDACTED]`, unless the settings lead to another address.",
    body: UpdateAlertRoute,
    response: CreatedAlertRoute,
    message: "Alert route updated",
    handler: ({ ctx, params, body }) => updateAlertRoute(ctx, params.alertRouteID, body),
  }),
  defineRoute({
    id: "deleteAlertRoute",
    method: "delete",
    path: "/v1/projects/{projectID}/alert-routes/{alertRouteID}",
    permission: "administer",
    audit: "domain",
    tag: "Alerting",
    summary: "Delete an alert route",
    description: "What waits to be sent along it is not sent.",
    response: AlertRoute,
    message: "Alert route deleted",
    handler: ({ ctx, params }) => deleteAlertRoute(ctx, params.alertRouteID),
  }),
  defineRoute({
    id: "testAlertRoute",
    method: "post",
    path: "/v1/projects/{projectID}/alert-routes/{alertRouteID}/test",
    permission: "administer",
    audit: "none",
    tag: "Alerting",
    summary: "Send a test along an alert route",
    description:
      "Sends a message that says that it is a test, now and once, also along a route that is switched off, and tells whether it was taken. PagerDuty and Opsgenie get an alert and, right after it, its end.",
    response: AlertRouteTest,
    message: "Test sent",
    handler: ({ ctx, params, services }) => testAlertRoute(ctx, services, params.alertRouteID),
  }),
];
