import { expect, it } from "vitest";
import { NEW_PROVIDER } from "@/components/sources/provider-settings";
import { CreateConnection } from "@/lib/nouns/connections/schemas";
import { NEW_CONNECTION, nameOfUrl, toConnectionInput } from "./connect-values";

const url = "https://orders.example.com/hook";
const incoming = { isIncoming: true };

it("names what was left without a name", () => {
  const input = toConnectionInput({ ...NEW_CONNECTION, destination: "new", endpoint: { name: " ", url } }, incoming);
  expect(input).toMatchObject({
    source: { name: "Webhooks", type: "http" },
    endpoint: { name: "orders.example.com", url },
    subscription: { filter_config: { event_types: ["*"] } },
  });
  expect(CreateConnection.safeParse(input).success).toBe(true);
  expect([nameOfUrl("nonsense"), nameOfUrl("")]).toEqual(["Receiver", "Receiver"]);
});

it("sends the provider with its secret, and the chosen endpoint", () => {
  const input = toConnectionInput(
    {
      ...NEW_CONNECTION,
      source: { name: "", provider: "stripe", verifier: { provider: { ...NEW_PROVIDER, secret: "whsec_x" } } },
      destination: "existing",
      endpoint_id: "01975f2b-03a8-7d4e-8a11-52f0c3b7e802",
      subscription: { filter_config: { event_types: " invoice.* \n\ncharge.failed" } },
    },
    incoming,
  );
  expect(input).toMatchObject({
    source: { name: "Stripe", provider: "stripe", verifier: { type: "provider", provider: { secret: "whsec_x" } } },
    endpoint_id: "01975f2b-03a8-7d4e-8a11-52f0c3b7e802",
    subscription: { filter_config: { event_types: ["invoice.*", "charge.failed"] } },
  });
  expect(input).not.toHaveProperty("endpoint");
  expect(CreateConnection.safeParse(input).success).toBe(true);
});

it("makes no source in a project that sends", () => {
  const input = toConnectionInput(NEW_CONNECTION, { isIncoming: false });
  expect(input).not.toHaveProperty("source");
  expect(input).toMatchObject({ receiver: { name: "Receiver" } });
});

it("sends no secret of a provider that hands it over, and the whole account of one that gives its keys to accounts", () => {
  const settingsOf = (provider: "asana" | "plaid", given: object) => {
    const source = { name: "", provider, verifier: { provider: { ...NEW_PROVIDER, ...given } } };
    const input = toConnectionInput({ ...NEW_CONNECTION, source }, incoming);
    expect(CreateConnection.safeParse(input).success).toBe(true);
    return input.source?.verifier;
  };
  expect(settingsOf("asana", {})).toEqual({ type: "provider", provider: {} });
  expect(settingsOf("asana", { secret: "known" })).toEqual({ type: "provider", provider: { secret: "known" } });
  const account = { secret: "s", client_id: "c", environment: "sandbox" };
  expect(settingsOf("plaid", account)).toEqual({ type: "provider", provider: account });
});
