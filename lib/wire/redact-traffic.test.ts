import { describe, expect, it } from "vitest";
import { maskForViewers } from "@/lib/wire/mask-for-viewers";
import { redactAddress, redactHeaders, redactQuery } from "@/lib/wire/redact-traffic";

const MASK = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4";

it.each([
  ["https://u:p@example.com/a?b=1", "https://[REDACTED]@example.com/a?b=1"],
  [
    "https://example.com/a?token=x&b=1&access%5Ftoken=y&code=z",
    "https://example.com/a?token=[REDACTED]&b=1&access%5Ftoken=[REDACTED]&code=[REDACTED]",
  ],
  ["https://example.com/a?SIG=x&se=2026&key=k", "https://example.com/a?SIG=[REDACTED]&se=2026&key=[REDACTED]"],
  ["https://hooks.slack.com/services/T0/B0/xyz", "https://hooks.slack.com/services/[REDACTED]"],
  ["https://discord.com/api/webhooks/12/abc", "https://discord.com/api/webhooks/12/[REDACTED]"],
  [
    "https://ptb.discordapp.com/api/v10/webhooks/12/abc?wait=true",
    "https://ptb.discordapp.com/api/v10/webhooks/12/[REDACTED]?wait=true",
  ],
  [
    "https://acme.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d",
    "https://acme.webhook.office.com/webhookb2/[REDACTED]",
  ],
  ["https://api.telegram.org/bot12:AA/sendMessage", "https://api.telegram.org/bot[REDACTED]"],
  ["https://chat.example.com/hooks/abcdefghijklmnopqrstuvwxyz", "https://chat.example.com/hooks/[REDACTED]"],
  [`https://hooks.example.com/ingest/${MASK}?a=1`, "https://hooks.example.com/ingest/[REDACTED]?a=1"],
  [`https://hooks.example.com/receive/${MASK}`, "https://hooks.example.com/receive/[REDACTED]"],
  [`https://example.com/receive/${MASK}-orders`, `https://example.com/receive/${MASK}-orders`],
  ["https://example.com/hooks/orders?idempotency_key=7", "https://example.com/hooks/orders?idempotency_key=7"],
])("redacts the credential in %s", (address, shown) => {
  expect(redactAddress(address)).toBe(shown);
});

it("redacts credentials in headers and query strings by their names, and in addresses among them", () => {
  const headers = {
    authorization: "Bearer x",
    "proxy-authorization": "Basic x",
    cookie: "a=b",
    "set-cookie": "a=b",
    "x-api-key": "x",
    "x-functions-key": "x",
    "x-auth-token": "x",
    "webhook-signature": "v1,x",
    location: "https://example.com/done?token=x",
    link: '<https://example.com/a?page=2>; rel="next", <https://example.com/b?token=x>; rel="last"',
    refresh: "0; url=https://example.com/?ticket=x",
    "x-original-uri": `/ingest/${MASK}`,
  };
  const plain = { "content-type": "text/plain", "idempotency-key": "7", "x-author": "Ada", "webhook-id": "1" };
  const shown = redactHeaders({ ...headers, ...plain });
  for (const name of Object.keys(headers)) expect(shown[name]).toContain("[REDACTED]");
  expect(shown).toMatchObject(plain);
  expect(redactQuery("a=1&token&password=&api_key=x")).toBe("a=1&token&password=[REDACTED]&api_key=[REDACTED]");
});

describe("an answer for a viewer", () => {
  it("is masked at any depth, and changed nowhere else", () => {
    const source = {
      mask_id: MASK,
      url: `https://h/ingest/${MASK}`,
      rest_api: { url: "https://a/?key=k", headers: { cookie: "c" } },
    };
    const answer = {
      content: [
        {
          uid: "1",
          headers: { authorization: "a", accept: "b" },
          url_query_params: "token=t&x=1",
          event_metadata: { source_metadata: source, description: `see /ingest/${MASK}` },
          endpoint_metadata: {
            url: "https://e/?sig=s",
            authentication: { type: "oauth2", oauth2: { url: "https://t/?code=c" } },
          },
          data: [1, 2],
          filter_config: { filter: { headers: { cookie: { $exist: true }, authorization: "a" } } },
          nothing: null,
        },
      ],
    };
    expect(maskForViewers(answer)).toEqual({
      content: [
        {
          uid: "1",
          headers: { authorization: "[REDACTED]", accept: "b" },
          url_query_params: "token=[REDACTED]&x=1",
          event_metadata: {
            source_metadata: {
              mask_id: "[REDACTED]",
              url: "[REDACTED]",
              rest_api: { url: "https://a/?key=[REDACTED]", headers: { cookie: "[REDACTED]" } },
            },
            description: "see /ingest/[REDACTED]",
          },
          endpoint_metadata: {
            url: "https://e/?sig=[REDACTED]",
            authentication: { type: "oauth2", oauth2: { url: "https://t/?code=[REDACTED]" } },
          },
          data: [1, 2],
          filter_config: { filter: { headers: { cookie: { $exist: true }, authorization: "[REDACTED]" } } },
          nothing: null,
        },
      ],
    });
  });
});
