import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type DemoEvent, makeEvents } from "@/cli/demo/events";
import type { DemoSources } from "@/cli/demo/set-up";

/** Slow enough to watch. */
const PER_SECOND = 25;

/** Posts this many events, signed as their senders would. Throws if one is not accepted. */
export async function sendEvents(sources: DemoSources, count: number): Promise<void> {
  for (const event of makeEvents(count)) {
    await post(sources, event);
    await pause(1_000 / PER_SECOND);
  }
}

async function post(sources: DemoSources, { source, type, body }: DemoEvent): Promise<void> {
  const { url, secret } = sources[source];
  const text = JSON.stringify(body);
  const signature = createHmac("sha256", secret).update(text).digest("hex");
  const headers: Record<string, string> =
    source === "shop"
      ? { "X-Shop-Signature": signature }
      : { "X-Hub-Signature-256": `sha256=${signature}`, "X-GitHub-Event": type, "X-GitHub-Delivery": randomUUID() };
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: text,
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}
