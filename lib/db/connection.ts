import type pg from "pg";
import { clientOf } from "@/lib/db/hosts";

/**
 * One connection of its own, outside every pool, for what lives in a session (locks, a migration). A server that goes
 * away is told by the query under way or the next one, and by `end`; unheard, its error would end the process.
 */
export async function openConnection(url: string, options: Omit<pg.ClientConfig, "connectionString"> = {}) {
  const client = new (clientOf(url))({ connectionString: url, ...options });
  client.on("error", () => {});
  await client.connect();
  return client;
}
