import { createHmac, randomUUID } from "node:crypto";
import type { DemoEvent } from "@/cli/demo/events";

/** A request as the sender of an event makes it: signed with the source's secret. */
export type SentEvent = { headers: Record<string, string>; text: string };

/** Header names are in lower case, as a server reads them. */
export function toRequest({ source, type, body }: DemoEvent, secret: string): SentEvent {
  const text = JSON.stringify(body);
  const signature = createHmac("sha256", secret).update(text).digest("hex");
  const headers = { "content-type": "application/json", "user-agent": `${source}-webhooks/1.0` };
  switch (source) {
    case "github":
      return {
        text,
        headers: {
          ...headers,
          "x-github-event": type,
          "x-github-delivery": randomUUID(),
          "x-hub-signature-256": `sha256=${signature}`,
        },
      };
    case "shop":
    case "payments":
      return { text, headers: { ...headers, [SIGNATURE_HEADERS[source].toLowerCase()]: signature } };
  }
}

export const SIGNATURE_HEADERS = { shop: "X-Shop-Signature", payments: "X-Payments-Signature" } as const;
