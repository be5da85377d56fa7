import type pg from "pg";
import { clientOf } from "@/lib/db/hosts";

/**
 * Opens one connection outside every pool, for what lives in a session (locks, a migration). If the server goes away,
 * the current or the next query and `end` report it; without a listener the error would end the process.
 */
export async function openConnection(url: string, options: Omit<pg.ClientConfig, "connectionString"> = {}) {
  const client = new (clientOf(url))({ connectionString: url, ...options });
  client.on("error", () => {});
  await client.connect();
  return client;
}
