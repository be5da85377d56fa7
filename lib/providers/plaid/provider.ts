import { type Provider, step } from "../provider";
import { body, header } from "../scheme";

export const provider: Provider = {
  title: "Plaid",
  alsoCalled: ["banking", "open banking", "transactions", "identity verification"],
  docs: {
    signature: "https://plaid.com/docs/api/webhooks/webhook-verification/",
    eventType: "https://plaid.com/docs/api/webhooks/",
    setUp: "https://plaid.com/docs/api/webhooks/#configuring-webhooks",
  },
  secret: {
    label: "Secret",
    where: "In the same place. Each environment has one of its own.",
  },
  account: {
    label: "Client ID",
    where:
      "In Plaid's dashboard under Developers, Keys. With it and the secret Hookyard asks Plaid for the key that a webhook is signed by.",
  },
  scheme: {
    kind: "account_key",
    at: header("Plaid-Verification"),
    keyUrls: {
      production: "https://production.plaid.com/webhook_verification_key/get",
      sandbox: "https://sandbox.plaid.com/webhook_verification_key/get",
    },
    errors: {
      unknownKey: "INVALID_WEBHOOK_VERIFICATION_KEY_ID",
      denied: ["INVALID_API_KEYS", "UNAUTHORIZED_ENVIRONMENT"],
    },
    bodyHash: { claim: "request_body_sha256", hash: "SHA256" },
    toleranceSeconds: 300,
  },
  challenges: [],
  eventType: [[body("webhook_type"), body("webhook_code")]],
  idempotencyKeys: [],
  steps: [
    step("In Plaid's dashboard open Developers, Keys. Client ID and secret go into the fields of that name here."),
    step("Choose the environment here whose secret it is."),
    step(
      "Some products take the URL under Developers, Webhooks; others in the call that creates their link token, as webhook.",
      "url",
    ),
    step("In the sandbox POST /sandbox/item/fire_webhook sends a first one."),
  ],
};
