import type { ExpressionBuilder } from "kysely";
import { type ApiClient, unwrap } from "@/lib/api/client";
import { createApiClient } from "@/lib/api/create-client";
import type { Context } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { StartupError } from "@/lib/kernel/startup-error";
import { createApiKey } from "@/lib/nouns/api-keys/mutations";
import { createProject } from "@/lib/nouns/projects/mutations";
import { type Runtime, systemContext } from "@/lib/program/runtime";

/** `Demo`, and `Demo 2` and so on where a fresh one was asked for. */
const NAMES = "^demo( [0-9]+)?$";
/** A circuit breaker opens after so few failures that nobody waits long for it. */
const SETTINGS = { breaker: { failure_count: 10 } };
const KEY_LIFE_MS = 24 * 60 * 60 * 1_000;
/** How the names of the demo's keys begin. */
const KEY_NAME = "npm run demo, ";

export type DemoProject = {
  client: ApiClient;
  projectID: string;
  name: string;
  /** Revokes the key. */
  close(): Promise<void>;
};

/**
 * Opens the latest demo project of the running copy, or a new one if there is none or a `fresh` one is asked for, with
 * a key of its own. Creates no owner: the set-up link stays valid.
 */
export async function openDemoProject(runtime: Runtime, { fresh }: { fresh: boolean }): Promise<DemoProject> {
  const url = runtime.publicUrl;
  await checkHealth(url);
  const ctx = systemContext(runtime);
  const { projectID, name } = await ensureProject(ctx, fresh);
  const expires_at = new Date(Date.now() + KEY_LIFE_MS).toISOString();
  const key = { name: `${KEY_NAME}${new Date().toISOString()}`, role: "admin", expires_at } as const;
  const created = await createApiKey({ ...ctx, projectId: projectID }, key);
  const client = createApiClient({ baseUrl: url, apiKey: created.key });
  return {
    client,
    projectID,
    name,
    async close() {
      const params = { path: { projectID, keyID: created.uid } };
      await unwrap(client.DELETE("/v1/projects/{projectID}/api-keys/{keyID}", { params })).catch(() => {});
    },
  };
}

async function checkHealth(url: string): Promise<void> {
  const answer = await fetch(`${url}/healthz`).catch(() => null);
  if (!answer?.ok) throw notRunning(url);
}

function notRunning(place: string): StartupError {
  return new StartupError(`No copy of Hookyard runs at ${place}: start one with \`npm run up\` first.`);
}

async function ensureProject(ctx: Context, fresh: boolean): Promise<{ projectID: string; name: string }> {
  const latest = (await listDemoProjects(ctx)).find(({ deleted_at }) => deleted_at === null);
  if (latest && !fresh) return { projectID: latest.id, name: latest.name };
  const name = await freeName(ctx);
  return { projectID: (await createProject(ctx, { name, type: "incoming", settings: SETTINGS })).uid, name };
}

type FoundDemo = { id: string; name: string; deleted_at: Date | null };

/**
 * The projects that the demo made, the newest first: the first API key of each is the demo's. One that is deleted was
 * being removed when that was interrupted.
 */
export function listDemoProjects(ctx: Context): Promise<FoundDemo[]> {
  const firstKey = (eb: ExpressionBuilder<DB, "projects">) =>
    eb
      .selectFrom("api_keys")
      .select("api_keys.name")
      .whereRef("api_keys.project_id", "=", "projects.id")
      .orderBy("api_keys.id")
      .limit(1);
  return ctx.db
    .selectFrom("projects")
    .select(["id", "name", "deleted_at"])
    .where((eb) => eb(firstKey(eb), "like", `${KEY_NAME}%`))
    .where("type", "=", "incoming")
    .orderBy("id", "desc")
    .execute();
}

/** A name that no project has. */
async function freeName(ctx: Context): Promise<string> {
  const taken = await ctx.db
    .selectFrom("projects")
    .select("name")
    .where("name", "~*", NAMES)
    .where("deleted_at", "is", null)
    .execute();
  const numbers = taken.map(({ name }) => Number(/\d+/.exec(name)?.[0] ?? 1));
  return numbers.length === 0 ? "Demo" : `Demo ${Math.max(...numbers) + 1}`;
}
