import { describe, expect, it } from "vitest";
import { readEnv } from "@/lib/kernel/env";
import { createOriginRule } from "@/lib/kernel/origins";

const isIngestHost = (ingest: string, host: string, dashboard?: string) =>
  createOriginRule({ HOOKYARD_INGEST_URL: ingest, HOOKYARD_URL: dashboard })(host, true);

describe("the host of HOOKYARD_INGEST_URL", () => {
  it.each([
    ["https://in.example", "in.example"],
    ["https://in.example", "IN.Example"],
    ["https://in.example", "in.example."],
    ["https://in.example", "in.example:443"],
    ["https://in.example", "in.example:8080"],
    ["https://in.example", "in.example.:8080"],
    ["https://in.example", "in.example:"],
    ["https://in.example:443", "in.example:8080"],
    ["https://in.example.", "in.example"],
    ["https://in.example:8443", "in.example:8443"],
    ["https://in.example:8443", "in.example.:8443"],
    ["http://[::1]", "[::1]"],
    ["http://[::1]", "[::1]:8080"],
    ["http://[::1]", "[0:0:0:0:0:0:0:1]:8080"],
    ["http://[2001:DB8::1]:3000", "[2001:db8::1]:3000"],
    ["http://192.0.2.1:80", "192.0.2.1:3000"],
  ])("%s is %s, which has /ingest and nothing else", (ingest, host) => {
    expect(isIngestHost(ingest, host)).toBe(true);
    expect(createOriginRule({ HOOKYARD_INGEST_URL: ingest })(host, false)).toBe(false);
  });

  it.each([
    ["https://in.example", "example"],
    ["https://in.example", "in.example.org"],
    ["https://in.example", "in.example@other"],
    ["https://in.example", "win.example"],
    ["https://in.example", ""],
    ["https://in.example:8443", "in.example"],
    ["https://in.example:8443", "in.example:443"],
    ["http://[::1]", "[::2]"],
    ["http://[::1]", "::1"],
    ["http://[::1]:3000", "[::1]:3001"],
  ])("%s is not %s, which has everything except /ingest", (ingest, host) => {
    expect(isIngestHost(ingest, host)).toBe(false);
    expect(createOriginRule({ HOOKYARD_INGEST_URL: ingest })(host, false)).toBe(true);
  });

  it("differs from the dashboard's by its port if they share a name", () => {
    expect(isIngestHost("https://one.example", "one.example", "https://one.example:8443")).toBe(true);
    expect(isIngestHost("https://one.example", "one.example:443", "https://one.example:8443")).toBe(true);
    expect(isIngestHost("https://one.example", "one.example.:8443", "https://one.example:8443")).toBe(false);
  });

  it("may not be the dashboard's own", () => {
    const start = (url: string) => readEnv({ HOOKYARD_URL: url, HOOKYARD_INGEST_URL: "https://in.example" });
    for (const url of ["https://in.example", "https://in.example.", "https://IN.example:443", "http://in.example"]) {
      expect(() => start(url)).toThrow("HOOKYARD_INGEST_URL: give another host");
    }
    expect(start("https://in.example:8443").HOOKYARD_INGEST_URL).toBe("https://in.example");
  });
});

it("does not matter without HOOKYARD_INGEST_URL", () => {
  const rule = createOriginRule({});
  expect([rule("any", true), rule("any", false)]).toEqual([true, true]);
});
