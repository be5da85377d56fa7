import path from "node:path";
import { pathToFileURL } from "node:url";
import { connection } from "next/server";
import { INGEST_HEADERS } from "@/lib/api/answer-headers";
import { readEnv } from "@/lib/kernel/env";
import { createOriginRule } from "@/lib/kernel/origins";
import { findRegistration, type Registration } from "@/lib/next/registration";

let standalone: Promise<Registration> | undefined;

/** Returns the program of this process: the front door's, or one of its own if Next.js runs without the front door. */
export async function getRegistration(): Promise<Registration> {
  const registered = findRegistration();
  if (registered) return registered;
  // A build that tests whether a page can be prerendered stops here, instead of starting a database.
  await connection();
  standalone ??= startStandalone().catch((error) => {
    standalone = undefined;
    throw error;
  });
  return standalone;
}

/** Serves a request of /v1 by the same app that the front door serves. */
export function handleByApp(request: Request): Promise<Response> {
  return serve(request, { isIngest: false });
}

/** The same for /ingest and /receive, which may have a host of their own. */
export function handleIngest(request: Request): Promise<Response> {
  return serve(request, { isIngest: true });
}

async function serve(request: Request, { isIngest }: { isIngest: boolean }): Promise<Response> {
  const { app, runtime } = await getRegistration();
  const host = request.headers.get("host") ?? "";
  if (createOriginRule(runtime.env)(host, isIngest)) return app.fetch(request);
  return new Response("There is nothing at this address.\n", { status: 404, headers: INGEST_HEADERS });
}

/** Loads the server's bundle by Node.js itself: the engines must not be in the bundle of the pages. */
async function startStandalone(): Promise<Registration> {
  const bundle = pathToFileURL(path.join(process.cwd(), "dist", "boot.js")).href;
  const { boot } = (await import(/* turbopackIgnore: true */ bundle)) as typeof import("@/lib/next/boot");
  return boot(readEnv());
}
