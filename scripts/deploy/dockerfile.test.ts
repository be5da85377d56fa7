import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readEnv } from "@/lib/kernel/env";
import { ROOT, readText } from "@/scripts/deploy/deploy-files.fixture";
import { readStages, SERVING, type Stage } from "@/scripts/deploy/dockerfile.fixture";

const stages = readStages();
const stageOf = (name: string) => stages.find((stage) => stage.name === name) as Stage;
const manifest = JSON.parse(readText("package.json")) as { scripts: Record<string, string> };

describe("the images", () => {
  it("are built from named versions, never from the latest one", () => {
    const names = stages.map(({ name }) => name);
    for (const { image } of stages) {
      if (!names.includes(image)) expect(image).toMatch(/^[a-z0-9./-]+:(?!latest$)[\w.-]+$/);
    }
    expect(names.at(-1)).toBe("external");
  });

  it("take only what is there and not ignored, or what a stage before made", () => {
    const ignored = new Set(readText(".dockerignore").split("\n"));
    for (const { copies } of stages) {
      for (const { from, sources } of copies) {
        for (const source of sources) {
          if (from === null) {
            expect([source, existsSync(path.join(ROOT, source)), ignored.has(source)]).toEqual([source, true, false]);
          } else {
            expect(stageOf(from).all("RUN").join("\n")).toMatch(new RegExp(`(package -- |mkdir )${source}(\\s|$)`));
          }
        }
      }
    }
  });

  it("keep out of the build what it does not need, and secrets", () => {
    const ignored = readText(".dockerignore").split("\n");
    expect(ignored).toEqual(expect.arrayContaining([".git", ".env", "node_modules", ".next", "dist", "data"]));
  });

  it("are built by what the tests of the package run", () => {
    const steps = [...stageOf("build").all("RUN"), ...stageOf("build-embedded").all("RUN")];
    expect(steps).toEqual([
      "npm ci --no-audit --no-fund",
      "npm run package -- /out",
      "mkdir /empty",
      "npm run package -- /out-embedded --embedded",
    ]);
    expect(manifest.scripts.package).toBe("node scripts/package.mjs");
  });
});

describe.each(SERVING)("the image %s", (name) => {
  const stage = stageOf(name);
  const flags = (manifest.scripts.start ?? "").split(" ").slice(2);

  it("runs as a user that is not root, who may be named by number alone", () => {
    expect(stage.all("USER").at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it("starts as npm start does", () => {
    expect(stage.words("CMD")).toEqual(flags);
    expect(path.posix.basename(stage.words("ENTRYPOINT")[0] ?? "")).toBe("node");
    expect(stage.all("WORKDIR")).toEqual(["/app"]);
  });

  it("is stopped by the signal that stops in order, and listens where it says", () => {
    expect(stage.all("STOPSIGNAL")).toEqual(["SIGTERM"]);
    expect(stage.all("EXPOSE")).toEqual([String(readEnv({}).PORT)]);
  });

  it("has its data in a volume that its user owns", () => {
    expect(stage.all("VOLUME")).toEqual(["/data"]);
    expect(stage.all("ENV").join(" ")).toContain("HOOKYARD_DATA=/data");
  });

  it("is asked for its health by the Node.js that it has", () => {
    expect(stage.healthCheck?.slice(0, 2)).toEqual([stage.words("ENTRYPOINT")[0], "-e"]);
    expect(stage.healthCheck?.[2]).toContain("/readyz");
  });
});
