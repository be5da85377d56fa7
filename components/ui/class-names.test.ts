import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cn } from "@/components/ui/class-names";
import config from "@/tailwind.config";

const css = readFileSync("app/globals.css", "utf8");

describe("cn", () => {
  it("knows the sizes and shadows of the dashboard", () => {
    for (const [scale, names] of Object.entries(config.theme)) {
      const written = [...css.matchAll(new RegExp(`--${scale}-([a-z]+):`, "g"))].map(([, name]) => name);
      expect(names, scale).toEqual(written);
    }
  });

  it("lets the later of two classes for the same property win", () => {
    expect(cn("shadow-panel text-sm text-ink", "shadow-bar text-lg text-accent")).toBe(
      "shadow-bar text-lg text-accent",
    );
    expect(cn("px-2", false, ["py-1", "px-3"])).toBe("py-1 px-3");
  });
});
