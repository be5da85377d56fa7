import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { COLOURS } from "@/lib/public-pages/style";

it("has the colours of the dashboard", () => {
  const dashboard = readFileSync("app/globals.css", "utf8");
  for (const [name, value] of Object.entries(COLOURS)) expect(dashboard).toContain(`--color-${name}: ${value};`);
});
