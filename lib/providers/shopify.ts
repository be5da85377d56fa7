import { soleHeader } from "@/lib/providers/verifiers/verifier";
import type { Provider } from "./provider";

/** https://shopify.dev/docs/apps/build/webhooks/subscribe/https#step-2-validate-the-origin-of-your-webhook-to-ensure-its-coming-from-shopify */
export const shopify: Provider = {
  name: "shopify",
  title: "Shopify",
  hmac: { header: "X-Shopify-Hmac-Sha256", hash: "SHA256", encoding: "base64" },
  eventTypeOf: (headers) => soleHeader(headers, "x-shopify-topic"),
};
