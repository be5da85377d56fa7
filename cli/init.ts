import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Context } from "@/lib/db/context";
import type { Env } from "@/lib/kernel/env";
import { conflict } from "@/lib/kernel/errors";
import { PROJECT_TYPES } from "@/lib/kernel/vocabulary";
import { createApiKey } from "@/lib/nouns/api-keys/mutations";
import { createProject } from "@/lib/nouns/projects/mutations";
import { createOwner } from "@/lib/nouns/users/mutations";
import { hasOwner } from "@/lib/nouns/users/queries";
import { Email, Password } from "@/lib/nouns/users/schemas";
import { createCommandRuntime } from "@/lib/program/create-runtime";
import { systemContext } from "@/lib/program/runtime";
import { Name } from "@/lib/wire/fields";

const InitOptions = z.object({
  email: Email,
  password: Password,
  project: Name,
  type: z.enum(PROJECT_TYPES),
  json: z.boolean().optional(),
});
export type InitOptions = z.infer<typeof InitOptions>;

/**
 * Sets up an installation without a browser, and returns what to print. Running it again adds a key and nothing else.
 */
export async function init(env: Env, options: InitOptions): Promise<string> {
  const { email, password, project, type, json } = InitOptions.parse(options);
  const runtime = await createCommandRuntime(env, { does: "makes" });
  try {
    const ctx = systemContext(runtime);
    if (!(await hasOwner(ctx))) await createOwner(ctx, { email, password });
    const projectId = await ensureProject(ctx, project, type);
    const name = `init ${new Date().toISOString()} ${randomBytes(3).toString("hex")}`;
    const { key } = await createApiKey({ ...ctx, projectId }, { name, role: "admin" });
    if (json) return JSON.stringify({ project_id: projectId, api_key: key, url: runtime.publicUrl });
    return `Project  ${projectId}\nAPI key  ${key}\nURL      ${runtime.publicUrl}`;
  } finally {
    await runtime.close();
  }
}

async function ensureProject(ctx: Context, name: string, type: InitOptions["type"]): Promise<string> {
  const existing = await ctx.db
    .selectFrom("projects")
    .select(["id", "type"])
    .where((eb) => eb(eb.fn<string>("lower", ["name"]), "=", name.toLowerCase()))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!existing) return (await createProject(ctx, { name, type })).uid;
  if (existing.type !== type) throw conflict(`The project ${name} exists already and is ${existing.type}.`);
  return existing.id;
}
