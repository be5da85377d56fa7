import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { acknowledgeAlert, unacknowledgeAlert } from "@/lib/nouns/alerts/mutations";
import { listAlerts } from "@/lib/nouns/alerts/queries";
import { Alert, ListAlerts } from "@/lib/nouns/alerts/schemas";

export const alertRoutes = [
  defineRoute({
    id: "listAlerts",
    method: "get",
    path: "/v1/projects/{projectID}/alerts",
    permission: "read",
    tag: "Alerts",
    summary: "List alerts",
    description:
      "One is raised when a subscription's attempts failed `alert_config.count` times within `alert_config.threshold`; then not again until the window has passed. `acknowledged=false` lists what nobody has seen yet. Alerts are kept for 90 days.",
    query: ListAlerts,
    response: pageOf(Alert),
    message: "Alerts fetched",
    handler: ({ ctx, query }) => listAlerts(ctx, query),
  }),
  defineRoute({
    id: "acknowledgeAlert",
    method: "put",
    path: "/v1/projects/{projectID}/alerts/{alertID}/acknowledge",
    permission: "operate",
    audit: "domain",
    tag: "Alerts",
    summary: "Acknowledge an alert",
    description: "Says that somebody has seen it. The first time counts; acknowledging it again changes nothing.",
    response: Alert,
    message: "Alert acknowledged",
    handler: ({ ctx, params }) => acknowledgeAlert(ctx, params.alertID),
  }),
  defineRoute({
    id: "unacknowledgeAlert",
    method: "delete",
    path: "/v1/projects/{projectID}/alerts/{alertID}/acknowledge",
    permission: "operate",
    audit: "domain",
    tag: "Alerts",
    summary: "Take back the acknowledgement of an alert",
    description: "Changes nothing if there is none.",
    response: Alert,
    message: "Acknowledgement taken back",
    handler: ({ ctx, params }) => unacknowledgeAlert(ctx, params.alertID),
  }),
];
