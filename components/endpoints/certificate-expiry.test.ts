import { expect, it } from "vitest";
import type { EndpointCertificate } from "@/lib/nouns/endpoints/tls-schemas";
import { findEnding, stateOf } from "./certificate-expiry";

const NOW = Date.parse("2027-01-31T12:00:00.000Z");

function expiring(expires_at: string): EndpointCertificate {
  return { kind: "client", subject: "CN=a", issuer: "CN=b", valid_from: "2026-01-01T00:00:00.000Z", expires_at };
}

it("tells a certificate that ends within 30 days, and one that has ended", () => {
  expect(stateOf(expiring("2027-03-02T12:00:00.001Z"), NOW)).toBe("holds");
  expect(stateOf(expiring("2027-03-02T12:00:00.000Z"), NOW)).toBe("ends");
  expect(stateOf(expiring("2027-01-31T12:00:00.001Z"), NOW)).toBe("ends");
  expect(stateOf(expiring("2027-01-31T12:00:00.000Z"), NOW)).toBe("ended");
});

it("finds the one that ends first", () => {
  const [later, first, far] = ["2027-02-20T00:00:00.000Z", "2027-02-10T00:00:00.000Z", "2028-01-01T00:00:00.000Z"].map(
    expiring,
  );
  expect(
    findEnding(
      [later, first, far].filter((one) => one !== undefined),
      NOW,
    ),
  ).toBe(first);
  expect(
    findEnding(
      [far].filter((one) => one !== undefined),
      NOW,
    ),
  ).toBeNull();
});
