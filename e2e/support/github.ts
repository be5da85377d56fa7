import { createHmac } from "node:crypto";
import definitions from "@octokit/webhooks-examples" with { type: "json" };

type Definition = { name: string; examples: unknown[] };

/** A webhook as GitHub sends it, with the payload of its own documentation, signed with the secret. */
export function githubWebhook(event: string, secret: string): { body: string; headers: Record<string, string> } {
  const definition = (definitions as unknown as Definition[]).find(({ name }) => name === event);
  if (!definition) throw new Error(`There is no example of ${event}.`);
  const body = JSON.stringify(definition.examples[0]);
  return {
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": "GitHub-Hookshot/044aadd",
      "x-github-event": event,
      "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    },
  };
}
