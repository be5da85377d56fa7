import { type Query, read } from "@/components/data/read";

/** Whose alerting a page shows: a project's, or the installation's. */
export type AlertingOf = { projectID: string } | "installation";

export const alertRulesRead = (of: AlertingOf) =>
  of === "installation" ? read("/v1/installation/alert-rules", {}) : read("/v1/projects/{projectID}/alert-rules", of);

export const alertRoutesRead = (of: AlertingOf) =>
  of === "installation" ? read("/v1/installation/alert-routes", {}) : read("/v1/projects/{projectID}/alert-routes", of);

export const notificationListRead = (of: AlertingOf, query: Query) =>
  of === "installation"
    ? read("/v1/installation/notifications", {}, query)
    : read("/v1/projects/{projectID}/notifications", of, query);

const OPEN = { status: "open", perPage: 100 };

/** What is in trouble now. */
export const openProblemsRead = (of: AlertingOf) =>
  of === "installation"
    ? read("/v1/installation/problems", {}, OPEN)
    : read("/v1/projects/{projectID}/problems", of, OPEN);

/** What changes when a rule, a route or a message did, as the cache names it. */
export function alertingKey(of: AlertingOf, part: "alert-rules" | "alert-routes" | "notifications"): string[] {
  return of === "installation" ? ["installation", part] : ["projects", of.projectID, part];
}
