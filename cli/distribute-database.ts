import type { Place } from "@/cli/backup";
import { spreadFilled } from "@/lib/db/placement/spread";
import { StartupError } from "@/lib/kernel/startup-error";
import { sealChatUrls } from "@/lib/nouns/endpoints/seal-chat-urls";
import { createCommandRuntime } from "@/lib/program/create-runtime";

/** Spreads the database of DATABASE_URL over the nodes of Citus; returns what it did. */
export async function distributeDatabase({ env, isTold }: Place): Promise<string> {
  if (!env.DATABASE_URL) {
    throw new StartupError("DATABASE_URL is not set: the embedded PostgreSQL is one server, and stays so.");
  }
  // A start mends what older versions left, in statements for one server.
  const runtime = await createCommandRuntime(env, { does: "writes", isTold });
  const { db, box, databaseUrl: url } = runtime;
  try {
    await sealChatUrls(db, box);
  } finally {
    await runtime.close();
  }
  const spread = await spreadFilled(url);
  if (spread === null) return "The database is spread already: there is nothing to do.";
  const { distributed, nodes, shards, onEveryNode } = spread;
  return `${distributed.length} tables lie on ${nodes} nodes now, in ${shards} shards by project, and ${onEveryNode.join(", ")} on each of them. What is of the installation is on the coordinator. From now on each node needs a backup of its own.`;
}
