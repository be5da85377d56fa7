import type { ProjectView } from "@/bench/accounts";
import type { AlertListener } from "@/bench/drills/faults/alert-listener";
import type { Fault } from "@/bench/drills/faults/fault";
import { createOwnerClient } from "@/bench/owner-client";
import { unwrap } from "@/lib/api/client";
import type { AlertRuleKind } from "@/lib/kernel/vocabulary";
import { ALERT_RULES } from "@/lib/nouns/alert-rules/rules";

/** A rule of each scope that nothing in a drill breaks. */
const OTHER_RULES = { project: "certificate_expiring", installation: "export_stuck" } as const;

type Listeners = { project: ProjectView; copyUrl: string; concerned: AlertListener; other: AlertListener };

/** Makes a route of the fault's rule, one of another rule, and sets the threshold if the fault has one. */
export async function nameListeners(fault: Fault, { project, copyUrl, concerned, other }: Listeners): Promise<void> {
  const { scope } = ALERT_RULES[fault.rule];
  const change = fault.threshold === undefined ? null : { [fault.rule]: { threshold: fault.threshold } };
  const bodies = [bodyOf("Concerned", concerned, fault.rule), bodyOf("Other", other, OTHER_RULES[scope])];
  if (scope === "installation") {
    const owner = await createOwnerClient(copyUrl);
    for (const body of bodies) await unwrap(owner.POST("/v1/installation/alert-routes", { body }));
    if (change) await unwrap(owner.PUT("/v1/installation/alert-rules", { body: change }));
    return;
  }
  const { client, projectID } = project;
  const params = { path: { projectID } };
  for (const body of bodies) await unwrap(client.POST("/v1/projects/{projectID}/alert-routes", { params, body }));
  if (change) await unwrap(client.PUT("/v1/projects/{projectID}/alert-rules", { params, body: change }));
}

function bodyOf(name: string, { url, secret }: AlertListener, kind: AlertRuleKind) {
  const settings = { type: "webhook" as const, url, secret };
  // A pause would hide a message that comes once more.
  return { name, settings, kinds: [kind], pause_seconds: 0 };
}
