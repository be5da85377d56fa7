import { z } from "zod";
import { pageOf } from "@/lib/api/page-schema";
import { defineRoute } from "@/lib/api/route";
import { ROUTE } from "@/lib/api/routes/alert-routes";
import { RULES, SILENCE } from "@/lib/api/routes/alert-rules";
import { testAlertRoute } from "@/lib/api/test-alert-route";
import { INSTALLATION } from "@/lib/kernel/installation";
import { createAlertRoute, deleteAlertRoute, updateAlertRoute } from "@/lib/nouns/alert-routes/mutations";
import { listAlertRoutes } from "@/lib/nouns/alert-routes/queries";
import {
  AlertRoute,
  AlertRouteTest,
  CreateAlertRoute,
  CreatedAlertRoute,
  UpdateAlertRoute,
} from "@/lib/nouns/alert-routes/schemas";
import { silenceAlertRules, updateAlertRules } from "@/lib/nouns/alert-rules/mutations";
import { listAlertRules } from "@/lib/nouns/alert-rules/queries";
import { AlertRule, SilenceAlertRules, UpdateInstallationAlertRules } from "@/lib/nouns/alert-rules/schemas";
import { installationScope } from "@/lib/nouns/alert-rules/scope";
import { listNotifications } from "@/lib/nouns/notifications/queries";
import { ListNotifications, Notification } from "@/lib/nouns/notifications/schemas";
import { listProblems } from "@/lib/nouns/problems/queries";
import { ListProblems, Problem } from "@/lib/nouns/problems/schemas";

/** What projects have, for the installation as a whole. */
export const installationAlertingRoutes = [
  defineRoute({
    id: "listInstallationAlertRules",
    method: "get",
    path: "/v1/installation/alert-rules",
    permission: "own",
    tag: "Installation",
    summary: "List the alert rules of the installation",
    description: `Every rule is on until it is switched off. ${RULES}`,
    response: z.array(AlertRule),
    message: "Alert rules fetched",
    handler: ({ ctx }) => listAlertRules({ db: ctx.db, projectId: INSTALLATION, now: ctx.clock.now() }),
  }),
  defineRoute({
    id: "updateInstallationAlertRules",
    method: "put",
    path: "/v1/installation/alert-rules",
    permission: "own",
    audit: "domain",
    tag: "Installation",
    summary: "Set alert rules of the installation",
    description: "Only what is named is changed. The answer lists all rules.",
    body: UpdateInstallationAlertRules,
    response: z.array(AlertRule),
    message: "Alert rules updated",
    handler: ({ ctx, body }) => updateAlertRules(installationScope(ctx), body),
  }),
  defineRoute({
    id: "silenceInstallationAlertRules",
    method: "put",
    path: "/v1/installation/alert-silence",
    permission: "own",
    audit: "domain",
    tag: "Installation",
    summary: "Silence alert rules of the installation for a while",
    description: SILENCE,
    body: SilenceAlertRules,
    response: z.array(AlertRule),
    message: "Silence set",
    handler: ({ ctx, body }) => silenceAlertRules(installationScope(ctx), body),
  }),
  defineRoute({
    id: "listInstallationProblems",
    method: "get",
    path: "/v1/installation/problems",
    permission: "own",
    tag: "Installation",
    summary: "List what the alert rules of the installation have found",
    query: ListProblems,
    response: pageOf(Problem),
    message: "Problems fetched",
    handler: ({ ctx, query }) => listProblems(installationScope(ctx), query),
  }),
  defineRoute({
    id: "listInstallationNotifications",
    method: "get",
    path: "/v1/installation/notifications",
    permission: "own",
    tag: "Installation",
    summary: "List the messages of the installation",
    query: ListNotifications,
    response: pageOf(Notification),
    message: "Notifications fetched",
    handler: ({ ctx, query }) => listNotifications(installationScope(ctx), query),
  }),
  defineRoute({
    id: "listInstallationAlertRoutes",
    method: "get",
    path: "/v1/installation/alert-routes",
    permission: "own",
    tag: "Installation",
    summary: "List the alert routes of the installation",
    response: z.array(AlertRoute),
    message: "Alert routes fetched",
    handler: ({ ctx }) => listAlertRoutes(installationScope(ctx)),
  }),
  defineRoute({
    id: "createInstallationAlertRoute",
    method: "post",
    path: "/v1/installation/alert-routes",
    permission: "own",
    audit: "domain",
    tag: "Installation",
    summary: "Create an alert route of the installation",
    description: ROUTE,
    body: CreateAlertRoute,
    response: CreatedAlertRoute,
    status: 201,
    message: "Alert route created",
    errors: ["conflict"],
    handler: ({ ctx, body }) => createAlertRoute(installationScope(ctx), body),
  }),
  defineRoute({
    id: "updateInstallationAlertRoute",
    method: "put",
    path: "/v1/installation/alert-routes/{alertRouteID}",
    permission: "own",
    audit: "domain",
    tag: "Installation",
    summary: "Update an alert route of the installation",
    description: "Replaces only the fields sent, `settings` as a whole.",
    body: UpdateAlertRoute,
    response: CreatedAlertRoute,
    message: "Alert route updated",
    handler: ({ ctx, params, body }) => updateAlertRoute(installationScope(ctx), params.alertRouteID, body),
  }),
  defineRoute({
    id: "deleteInstallationAlertRoute",
    method: "delete",
    path: "/v1/installation/alert-routes/{alertRouteID}",
    permission: "own",
    audit: "domain",
    tag: "Installation",
    summary: "Delete an alert route of the installation",
    response: AlertRoute,
    message: "Alert route deleted",
    handler: ({ ctx, params }) => deleteAlertRoute(installationScope(ctx), params.alertRouteID),
  }),
  defineRoute({
    id: "testInstallationAlertRoute",
    method: "post",
    path: "/v1/installation/alert-routes/{alertRouteID}/test",
    permission: "own",
    audit: "none",
    tag: "Installation",
    summary: "Send a test along an alert route of the installation",
    response: AlertRouteTest,
    message: "Test sent",
    handler: ({ ctx, params, services }) => testAlertRoute(installationScope(ctx), services, params.alertRouteID),
  }),
];
