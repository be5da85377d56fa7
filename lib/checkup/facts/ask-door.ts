import type { Door } from "@/lib/checkup/facts/facts";
import { PROBE_HEADER } from "@/lib/db/shared-probe";
import { whatFailed } from "@/lib/db/what-failed";
import { parseUrl } from "@/lib/kernel/parse-url";

/** An address that should lead to this installation, and what to ask there. */
export type Address = { url: string; path: "/readyz" | "/ingest" };

/** The longest answer that is one of ours. */
const MOST_CHARACTERS = 4_096;

/** Asks an address of the installation what it is. `probe`: a session that is in its database; null to leave that open. */
export async function askDoor(address: Address, probe: string | null, over: AbortSignal): Promise<Door> {
  const { url, path } = address;
  const about = { url: withoutPassword(url) };
  let answer: Response;
  try {
    answer = await fetch(`${about.url}${path}`, {
      redirect: "manual",
      signal: over,
      headers: probe === null ? {} : { [PROBE_HEADER]: probe },
    });
  } catch (error) {
    if (over.aborted) throw error;
    return { ...about, kind: "silent", why: whatFailed((error as Error).cause ?? error) };
  }
  const envelope = await readEnvelope(answer);
  if (envelope === null) return { ...about, kind: "stranger", what: await toWords(answer) };
  if (answer.status === 503) return { ...about, kind: "unready", what: envelope.message };
  const seen = answer.headers.get(PROBE_HEADER);
  const database = seen === "seen" ? "same" : seen === "unseen" ? "other" : "untold";
  return { ...about, kind: "hookyard", database };
}

/** Every answer of ours at these paths has the envelope of the API, refusals too; null for what has not. */
async function readEnvelope(answer: Response): Promise<{ message: string } | null> {
  if (!answer.headers.get("content-type")?.startsWith("application/json")) return null;
  const text = await readStart(answer);
  const body = parse(text);
  const isOurs = typeof body?.status === "boolean" && typeof body.message === "string" && "data" in body;
  return isOurs ? { message: String(body.message) } : null;
}

async function readStart({ body }: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  while (reader && text.length <= MOST_CHARACTERS) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return text;
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

async function toWords(answer: Response): Promise<string> {
  await answer.body?.cancel().catch(() => {});
  const to = answer.headers.get("location");
  const target = to === null ? null : parseUrl(to, answer.url);
  if (target) return `${answer.status} to ${withoutPassword(target.href.split("?")[0] ?? "")}`;
  return `${answer.status} with ${answer.headers.get("content-type") ?? "no content"}`;
}

/** An address as it may be shown. */
export function withoutPassword(address: string): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  return url.href.replace(/\/$/, "");
}
