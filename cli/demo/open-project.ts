import { type ApiClient, unwrap } from "@/lib/api/client";
import { createApiClient } from "@/lib/api/create-client";
import type { Context } from "@/lib/db/context";
import { StartupError } from "@/lib/kernel/startup-error";
import { createApiKey } from "@/lib/nouns/api-keys/mutations";
import { createProject } from "@/lib/nouns/projects/mutations";
import { type Runtime, systemContext } from "@/lib/program/runtime";

/** `Demo`, and `Demo 2` and so on where a fresh one was asked for. */
const NAMES = "^demo( [0-9]+)?$";
/** So few failures open a circuit breaker that nobody waits long for it. */
const SETTINGS = { breaker: { failure_count: 10 } };
const KEY_LIFE_MS = 24 * 60 * 60 * 1_000;

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
  const key = { name: `npm run demo, ${new Date().toISOString()}`, role: "admin", expires_at } as const;
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
  const existing = await ctx.db
    .selectFrom("projects")
    .select(["id", "name", "type"])
    .where("name", "~*", NAMES)
    .where("deleted_at", "is", null)
    .orderBy("id", "desc")
    .execute();
  const [latest] = existing;
  if (latest && !fresh) {
    if (latest.type === "incoming") return { projectID: latest.id, name: latest.name };
    throw new StartupError(`There is a project ${latest.name} already, and it is outgoing.`);
  }
  const numbers = existing.map(({ name }) => Number(/\d+/.exec(name)?.[0] ?? 1));
  const name = numbers.length === 0 ? "Demo" : `Demo ${Math.max(...numbers) + 1}`;
  return { projectID: (await createProject(ctx, { name, type: "incoming", settings: SETTINGS })).uid, name };
}
