import type { ReadSession } from "@/lib/next/session";
import type { SignInDesk } from "@/lib/nouns/users/sign-in";
import type { Runtime } from "@/lib/program/runtime";

/** The one assembled program of this process. */
export type Registration = {
  runtime: Runtime;
  /** The Hono app of /v1 and /ingest. */
  app: { fetch(request: Request): Response | Promise<Response> };
  readSession: ReadSession;
  signIns: SignInDesk;
};

const KEY = Symbol.for("hookyard.registration");
const shared = globalThis as { [KEY]?: Registration | undefined };

/**
 * Puts the program where the Next.js bundle finds it. That bundle has modules of its own, so a module's variable would
 * be a second, empty one.
 */
export function register(registration: Registration | undefined): void {
  shared[KEY] = registration;
}

export function findRegistration(): Registration | undefined {
  return shared[KEY];
}
