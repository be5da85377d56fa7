import type { Env } from "@/lib/kernel/env";

/**
 * next-auth takes its own address from the environment only: the public address where the operator named one, else
 * the one that the request came to. Next.js reads NODE_ENV there.
 */
export function prepareEnvironment(env: Env): void {
  if (env.HOOKYARD_URL) process.env.NEXTAUTH_URL = env.HOOKYARD_URL;
  else process.env.AUTH_TRUST_HOST = "1";
}
