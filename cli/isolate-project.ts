import type { Place } from "@/cli/backup";
import { isolateProject as isolate } from "@/lib/db/placement/isolate";
import { StartupError } from "@/lib/kernel/startup-error";

/** Gives a project of a spread database a server of its own, while copies run; returns what it did. */
export async function isolateProject(
  { env }: Place,
  { project, server }: { project: string; server?: string | undefined },
  note: (line: string) => void,
): Promise<string> {
  if (!env.DATABASE_URL) {
    throw new StartupError("DATABASE_URL is not set: the embedded PostgreSQL is one server, and has all projects.");
  }
  const { name, address, others } = await isolate(env.DATABASE_URL, { project, server }, note);
  if (others > 0) {
    return `Project ${name} is on ${address}, and ${others} shards of others are there still: run this again.`;
  }
  return `Project ${name} has ${address} to itself, and no rebalance changes that.`;
}
