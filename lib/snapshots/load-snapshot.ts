import type { Selectable } from "kysely";
import type pg from "pg";
import type {
  Devices,
  EndpointSecrets,
  Endpoints,
  EventTypes,
  Projects,
  Sources,
  Subscriptions,
} from "@/lib/db/generated";
import { toValidator } from "@/lib/event-types/validator";
import { readProjectSettings } from "@/lib/projects/settings";
import type { SecretBox } from "@/lib/secret-box";
import type { ProjectSnapshot } from "@/lib/snapshots/snapshot";
import {
  toDevicePlan,
  toEndpointPlan,
  toRetryPolicy,
  toSendingPlan,
  toSourcePlan,
  toSubscriptionPlan,
} from "@/lib/snapshots/to-plan";
import type { ProjectType } from "@/lib/vocabulary";

const LIVE = "where project_id = $1 and deleted_at is null";

/** Reads a project's whole configuration as of one instant, or null when there is no such project. */
export async function loadSnapshot(pool: pg.Pool, box: SecretBox, projectId: string): Promise<ProjectSnapshot | null> {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const read = async <T>(sql: string) => (await client.query(sql, [projectId])).rows as Selectable<T>[];
    const [project] = await read<Projects>("select * from projects where id = $1 and deleted_at is null");
    const sources = await read<Sources>(`select * from sources ${LIVE}`);
    const endpoints = await read<Endpoints>(`select * from endpoints ${LIVE}`);
    const secrets = await read<EndpointSecrets>(
      `select * from endpoint_secrets ${LIVE} and (expires_at is null or expires_at > now()) order by id desc`,
    );
    const subscriptions = await read<Subscriptions>(`select * from subscriptions ${LIVE} order by id`);
    const devices = await read<Devices>(
      "select * from devices where project_id = $1 and (deleted_at is null or deleted_at > now() - interval '1 day')",
    );
    const types = await read<EventTypes>(
      `select name, json_schema from event_types ${LIVE} and json_schema is not null`,
    );
    await client.query("commit");
    if (!project) return null;

    const settings = readProjectSettings(project.settings, box);
    const secretsOf = groupBy(secrets, (row) => row.endpoint_id);
    const all = subscriptions.map((row) => toSubscriptionPlan(row, settings));
    const plans = all.filter((plan) => plan.deviceId === null);
    const endpointPlans = new Map(
      endpoints.map((row) => [row.id, toEndpointPlan(row, secretsOf.get(row.id) ?? [], box)]),
    );
    const ownerOf = (endpointId: string | null) => endpointPlans.get(endpointId ?? "")?.ownerId ?? "";
    return {
      id: projectId,
      type: project.type as ProjectType,
      version: project.config_version,
      settings,
      sending: toSendingPlan(settings),
      sources: new Map(sources.map((row) => [row.id, toSourcePlan(row, box)])),
      endpoints: endpointPlans,
      bySource: groupBy(plans, (plan) => plan.sourceId ?? ""),
      byEndpoint: groupBy(plans, (plan) => plan.endpointId ?? ""),
      byOwner: groupBy(plans, (plan) => ownerOf(plan.endpointId)),
      owners: new Set(endpoints.flatMap((row) => row.owner_id ?? [])),
      devices: new Map(
        devices.map((row) => [row.id, toDevicePlan(row, endpointPlans.get(row.endpoint_id ?? "") ?? null, box)]),
      ),
      listeners: all.filter((plan) => plan.deviceId !== null),
      hasFunctions: all.some((plan) => plan.function !== null),
      subscriptions: new Map(all.map((plan) => [plan.id, plan])),
      validators: new Map(types.map((row) => [row.name, toValidator(row.json_schema ?? "{}")])),
      retry: toRetryPolicy(null, settings),
    };
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
