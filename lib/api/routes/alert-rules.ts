import { z } from "zod";
import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { silenceAlertRules, updateAlertRules } from "@/lib/nouns/alert-rules/mutations";
import { listAlertRules } from "@/lib/nouns/alert-rules/queries";
import { AlertRule, SilenceAlertRules, UpdateAlertRules } from "@/lib/nouns/alert-rules/schemas";
import { listNotifications } from "@/lib/nouns/notifications/queries";
import { ListNotifications, Notification } from "@/lib/nouns/notifications/schemas";
import { listProblems } from "@/lib/nouns/problems/queries";
import { ListProblems, Problem } from "@/lib/nouns/problems/schemas";

export const RULES =
  "Rules are looked through every ten seconds, or up to thirty where a look takes long. A rule whose threshold is in seconds finds a problem when it has lasted for so long, the others at once; it is over when it was not found for 45 seconds, or its rule is switched off.";
export const SILENCE =
  "What the rules find is shown as before, and no route is told of it. What is still true when the silence ends is told then.";

export const alertRuleRoutes = [
  defineRoute({
    id: "listAlertRules",
    method: "get",
    path: "/v1/projects/{projectID}/alert-rules",
    permission: "read",
    tag: "Alerting",
    summary: "List the alert rules of a project",
    description: `Every rule is on until it is switched off. ${RULES}`,
    response: z.array(AlertRule),
    message: "Alert rules fetched",
    handler: ({ ctx }) => listAlertRules({ db: ctx.db, projectId: ctx.projectId, now: ctx.clock.now() }),
  }),
  defineRoute({
    id: "updateAlertRules",
    method: "put",
    path: "/v1/projects/{projectID}/alert-rules",
    permission: "administer",
    audit: "domain",
    tag: "Alerting",
    summary: "Set alert rules of a project",
    description: 'Only what is named is changed: `{"oldest_waiting": {"threshold": 600}}`. The answer lists all rules.',
    body: UpdateAlertRules,
    response: z.array(AlertRule),
    message: "Alert rules updated",
    handler: ({ ctx, body }) => updateAlertRules(ctx, body),
  }),
  defineRoute({
    id: "silenceAlertRules",
    method: "put",
    path: "/v1/projects/{projectID}/alert-silence",
    permission: "operate",
    audit: "domain",
    tag: "Alerting",
    summary: "Silence alert rules of a project for a while",
    description: SILENCE,
    body: SilenceAlertRules,
    response: z.array(AlertRule),
    message: "Silence set",
    handler: ({ ctx, body }) => silenceAlertRules(ctx, body),
  }),
  defineRoute({
    id: "listProblems",
    method: "get",
    path: "/v1/projects/{projectID}/problems",
    permission: "read",
    tag: "Alerting",
    summary: "List what alert rules have found",
    description: "The newest first, open and over; those that are over are kept for 90 days.",
    query: ListProblems,
    response: pageOf(Problem),
    message: "Problems fetched",
    handler: ({ ctx, query }) => listProblems(ctx, query),
  }),
  defineRoute({
    id: "listNotifications",
    method: "get",
    path: "/v1/projects/{projectID}/notifications",
    permission: "read",
    tag: "Alerting",
    summary: "List the messages of a project",
    description:
      "What was sent to people, what waits, and what failed to be sent: along alert routes, and to the chats and support addresses of endpoints. Kept for 30 days.",
    query: ListNotifications,
    response: pageOf(Notification),
    message: "Notifications fetched",
    handler: ({ ctx, query }) => listNotifications(ctx, query),
  }),
];
