import { describe, expect, it } from "vitest";
import { toLocalAddress } from "./local-address";

describe("toLocalAddress", () => {
  it("keeps an address of this host", () => {
    expect(toLocalAddress("/projects/1/deliveries?status=Failure")).toBe("/projects/1/deliveries?status=Failure");
  });

  it.each(["https://example.com", "//example.com", "/\\example.com", "/\t/example.com", "projects", "", undefined])(
    "never leads to another host: %j",
    (next) => {
      expect(toLocalAddress(next)).toBe("/projects");
    },
  );
});
