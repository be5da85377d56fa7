import type { AlertingOf } from "@/components/alerting/queries";
import { api } from "@/components/data/api";
import { unwrap } from "@/lib/api/client";
import type { AlertRuleKind } from "@/lib/kernel/vocabulary";
import type { AlertRouteTest, CreateAlertRoute, UpdateAlertRoute } from "@/lib/nouns/alert-routes/schemas";

type RuleChange = { is_enabled?: boolean; threshold?: number | null };

/** What is changed of alerting, in a project or in the installation. Each rejects with the API's error. */
export function alertingCalls(of: AlertingOf) {
  return of === "installation" ? INSTALLATION : inProject(of);
}

const INSTALLATION = {
  setRule: (kind: AlertRuleKind, change: RuleChange) =>
    unwrap(api.PUT("/v1/installation/alert-rules", { body: { [kind]: change } })),
  silence: (seconds: number, kinds?: AlertRuleKind[]) =>
    unwrap(api.PUT("/v1/installation/alert-silence", { body: { seconds, ...(kinds && { kinds }) } })),
  createRoute: (body: CreateAlertRoute) => unwrap(api.POST("/v1/installation/alert-routes", { body })),
  updateRoute: (alertRouteID: string, body: UpdateAlertRoute) =>
    unwrap(api.PUT("/v1/installation/alert-routes/{alertRouteID}", { params: { path: { alertRouteID } }, body })),
  deleteRoute: (alertRouteID: string) =>
    unwrap(api.DELETE("/v1/installation/alert-routes/{alertRouteID}", { params: { path: { alertRouteID } } })),
  testRoute: (alertRouteID: string): Promise<AlertRouteTest> =>
    unwrap(api.POST("/v1/installation/alert-routes/{alertRouteID}/test", { params: { path: { alertRouteID } } })),
};

function inProject(path: { projectID: string }): typeof INSTALLATION {
  return {
    setRule: (kind, change) =>
      unwrap(api.PUT("/v1/projects/{projectID}/alert-rules", { params: { path }, body: { [kind]: change } })),
    silence: (seconds, kinds) =>
      unwrap(
        api.PUT("/v1/projects/{projectID}/alert-silence", {
          params: { path },
          body: { seconds, ...(kinds && { kinds }) },
        }),
      ),
    createRoute: (body) => unwrap(api.POST("/v1/projects/{projectID}/alert-routes", { params: { path }, body })),
    updateRoute: (alertRouteID, body) =>
      unwrap(
        api.PUT("/v1/projects/{projectID}/alert-routes/{alertRouteID}", {
          params: { path: { ...path, alertRouteID } },
          body,
        }),
      ),
    deleteRoute: (alertRouteID) =>
      unwrap(
        api.DELETE("/v1/projects/{projectID}/alert-routes/{alertRouteID}", {
          params: { path: { ...path, alertRouteID } },
        }),
      ),
    testRoute: (alertRouteID) =>
      unwrap(
        api.POST("/v1/projects/{projectID}/alert-routes/{alertRouteID}/test", {
          params: { path: { ...path, alertRouteID } },
        }),
      ),
  };
}
