import { type ApiClient, createApiClient, unwrap } from "@/lib/api/client";
import type { Context } from "@/lib/db/context";
import type { Env } from "@/lib/kernel/env";
import { StartupError } from "@/lib/kernel/startup-error";
import { createApiKey } from "@/lib/nouns/api-keys/mutations";
import { createProject } from "@/lib/nouns/projects/mutations";
import { createCommandRuntime } from "@/lib/program/create-runtime";
import { systemContext } from "@/lib/program/runtime";

const NAME = "Demo";
const KEY_LIFE_MS = 24 * 60 * 60 * 1_000;

export type DemoProject = {
  client: ApiClient;
  projectID: string;
  /** The URL of the running copy. */
  url: string;
  /** Revokes the key. */
  close(): Promise<void>;
};

/** Opens the project Demo of the running copy, with a key of its own. Creates no owner: the setup link stays valid. */
export async function openDemoProject(env: Env): Promise<DemoProject> {
  const runtime = await createCommandRuntime(env, { does: "writes" });
  try {
    const url = runtime.publicUrl;
    await checkHealth(url);
    const ctx = systemContext(runtime);
    const projectID = await ensureProject(ctx);
    const expires_at = new Date(Date.now() + KEY_LIFE_MS).toISOString();
    const name = `demo ${new Date().toISOString()}`;
    const { uid, key } = await createApiKey({ ...ctx, projectId: projectID }, { name, role: "admin", expires_at });
    const client = createApiClient({ baseUrl: url, apiKey: key });
    return {
      client,
      projectID,
      url,
      async close() {
        const params = { path: { projectID, keyID: uid } };
        await unwrap(client.DELETE("/v1/projects/{projectID}/api-keys/{keyID}", { params })).catch(() => {});
      },
    };
  } finally {
    await runtime.close();
  }
}

async function checkHealth(url: string): Promise<void> {
  const answer = await fetch(`${url}/healthz`).catch(() => null);
  if (!answer?.ok) throw notRunning(url);
}

function notRunning(place: string): StartupError {
  return new StartupError(`No copy of Hookyard runs at ${place}: start one with \`npm run up\` first.`);
}

async function ensureProject(ctx: Context): Promise<string> {
  const existing = await ctx.db
    .selectFrom("projects")
    .select(["id", "type"])
    .where((eb) => eb(eb.fn<string>("lower", ["name"]), "=", NAME.toLowerCase()))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!existing) return (await createProject(ctx, { name: NAME, type: "incoming" })).uid;
  if (existing.type !== "incoming") throw new StartupError(`There is a project ${NAME} already, and it is outgoing.`);
  return existing.id;
}
