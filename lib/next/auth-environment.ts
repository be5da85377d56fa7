import type { Env } from "@/lib/kernel/env";

/**
 * Sets the variables that next-auth reads its own address from: the public address if the operator named one, else the
 * one of the request. Next.js reads NODE_ENV there.
 */
export function prepareEnvironment(env: Env): void {
  if (env.HOOKYARD_URL) process.env.NEXTAUTH_URL = env.HOOKYARD_URL;
  else process.env.AUTH_TRUST_HOST = "1";
}
