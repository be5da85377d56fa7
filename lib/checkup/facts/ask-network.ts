import { connect } from "node:net";
import { withoutPassword } from "@/lib/checkup/facts/ask-door";
import type { Parts } from "@/lib/checkup/facts/facts";
import { whatFailed } from "@/lib/db/what-failed";
import type { Env } from "@/lib/kernel/env";
import { checkBucket } from "@/lib/upkeep/export-places/check-bucket";
import { checkMailServer } from "@/lib/upkeep/mailer";

/** Connects to the mail server and logs in; null without one. */
export async function askMailServer({ SMTP_URL }: Env, patienceMs: number): Promise<Parts["mail server"] | null> {
  if (SMTP_URL === undefined) return null;
  const server = new URL(SMTP_URL).host;
  return { server, problem: await problemOf(checkMailServer(SMTP_URL, patienceMs)) };
}

/** Reads the discovery document of single sign-on (OpenID Connect Discovery 1.0, section 4); null without one. */
export async function askIssuer(env: Env, over: AbortSignal): Promise<Parts["single sign-on"] | null> {
  if (env.OIDC_ISSUER === undefined || env.OIDC_CLIENT_ID === undefined) return null;
  const issuer = withoutPassword(env.OIDC_ISSUER);
  const url = `${issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`;
  try {
    const answer = await fetch(url, { signal: over });
    if (!answer.ok) return { issuer, problem: `it answers ${answer.status}`, told: null };
    const { issuer: told } = (await answer.json()) as { issuer?: unknown };
    return { issuer, problem: null, told: typeof told === "string" ? told : null };
  } catch (error) {
    if (over.aborted) throw error;
    return { issuer, problem: whatFailed((error as Error).cause ?? error), told: null };
  }
}

/** Begins an object in the bucket of exported days, and gives it up; null without one. */
export async function askExportBucket(
  { exportBucket }: Env,
  over: AbortSignal,
): Promise<Parts["export bucket"] | null> {
  if (exportBucket === null) return null;
  const { bucket, prefix } = exportBucket;
  return { address: `s3://${bucket}/${prefix}`, problem: await problemOf(checkBucket(exportBucket, over)) };
}

/** Connects to the HTTP proxy of outgoing requests, and asks it for nothing; null without one. */
export async function askEgressProxy(
  { HOOKYARD_EGRESS_PROXY: proxy }: Env,
  over: AbortSignal,
): Promise<Parts["egress proxy"] | null> {
  if (proxy === undefined) return null;
  const { protocol, hostname, port } = new URL(proxy);
  const usual = protocol === "https:" ? 443 : 80;
  const address = withoutPassword(proxy);
  const host = hostname.replace(/^\[|\]$/g, "");
  return { address, problem: await problemOf(reach(host, Number(port) || usual, over)) };
}

function reach(host: string, port: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal: over });
    socket.once("error", reject).once("connect", () => {
      socket.destroy();
      resolve();
    });
  });
}

async function problemOf(work: Promise<void>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    return whatFailed(error);
  }
}
