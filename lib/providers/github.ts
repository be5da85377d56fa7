import { soleHeader } from "@/lib/providers/verifiers/verifier";
import type { Provider } from "./provider";

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
export const github: Provider = {
  name: "github",
  title: "GitHub",
  hmac: { header: "X-Hub-Signature-256", hash: "SHA256", encoding: "hex" },
  eventTypeOf: (headers) => soleHeader(headers, "x-github-event"),
};
