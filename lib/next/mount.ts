import path from "node:path";
import { pathToFileURL } from "node:url";
import { connection } from "next/server";
import { readEnv } from "@/lib/env";
import { findRegistration, type Registration } from "@/lib/next/registration";

let standalone: Promise<Registration> | undefined;

/** The program of this process: the front door's, or one of its own where Next.js runs without the front door. */
export async function getRegistration(): Promise<Registration> {
  const registered = findRegistration();
  if (registered) return registered;
  // A build that tries whether a page can be rendered beforehand stops here, instead of starting a database.
  await connection();
  standalone ??= startStandalone().catch((error) => {
    standalone = undefined;
    throw error;
  });
  return standalone;
}

/** Serves a request of /v1 or /ingest by the very app that the front door serves. */
export async function handleByApp(request: Request): Promise<Response> {
  const { app } = await getRegistration();
  return app.fetch(request);
}

/** The server's bundle, loaded by Node.js as it is: the engines have no place in the bundle of the pages. */
async function startStandalone(): Promise<Registration> {
  const bundle = pathToFileURL(path.join(process.cwd(), "dist", "boot.js")).href;
  const { boot } = (await import(/* turbopackIgnore: true */ bundle)) as typeof import("@/lib/next/boot");
  return boot(readEnv());
}
