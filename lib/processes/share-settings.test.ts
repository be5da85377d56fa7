import { describe, expect, it } from "vitest";
import { LEAST_CONNECTIONS, processesFor } from "@/lib/kernel/connection-budget";
import { readEnv } from "@/lib/kernel/env";
import { shareSettings } from "@/lib/processes/share-settings";

const shareOf = (given: Record<string, string>) => {
  const env = readEnv(given);
  return { env, own: shareSettings(env, env.HOOKYARD_PROCESSES) };
};

describe("the settings of one of several processes", () => {
  it("have their share of a copy's bounds", () => {
    const { own } = shareOf({ HOOKYARD_PROCESSES: "4", HOOKYARD_IN_FLIGHT: "100", HOOKYARD_KEY_RATE: "7" });
    expect(own).toMatchObject({
      HOOKYARD_CONNECTIONS: 1_000,
      HOOKYARD_BODY_MIB: 48,
      HOOKYARD_IN_FLIGHT: 25,
      HOOKYARD_ENDPOINT_IN_FLIGHT: 16,
      HOOKYARD_KEY_RATE: 7,
    });
  });

  it("are never zero", () => {
    const { own } = shareOf({ HOOKYARD_PROCESSES: "4", HOOKYARD_IN_FLIGHT: "1", HOOKYARD_ENDPOINT_IN_FLIGHT: "1" });
    expect([own.HOOKYARD_IN_FLIGHT, own.HOOKYARD_ENDPOINT_IN_FLIGHT]).toEqual([1, 1]);
  });

  it.each([2, 3, 6, 7, 20, 64])("open no more connections than the copy may, each enough: %i processes", (count) => {
    const { env, own } = shareOf({ HOOKYARD_PROCESSES: String(count) });
    expect(own.HOOKYARD_DB_CONNECTIONS).toBeGreaterThanOrEqual(LEAST_CONNECTIONS);
    expect(1 + count * own.HOOKYARD_DB_CONNECTIONS).toBeLessThanOrEqual(env.HOOKYARD_DB_CONNECTIONS);
  });

  it("are refused if the connections do not suffice, with how many are needed", () => {
    const given = { HOOKYARD_PROCESSES: "4", HOOKYARD_DB_CONNECTIONS: "48" };
    expect(() => readEnv(given)).toThrow("HOOKYARD_DB_CONNECTIONS: 4 processes need 49 or more (HOOKYARD_PROCESSES)");
    expect(readEnv({ ...given, HOOKYARD_DB_CONNECTIONS: "49" }).HOOKYARD_PROCESSES).toBe(4);
  });

  it("are as many as the connections suffice for, by default", () => {
    expect(processesFor(4, undefined)).toBe(4);
    expect(processesFor(16, undefined)).toBe(6);
    expect(processesFor(16, 1_000)).toBe(16);
    expect(processesFor(2, 24)).toBe(1);
    expect(readEnv({ HOOKYARD_PROCESSES: "auto", NODE_ENV: "development" }).HOOKYARD_PROCESSES).toBe(1);
  });

  it.each([
    ["0", "Too small"],
    ["65", "Too big"],
    ["1.5", "give auto, or a number from 1 to 64"],
    ["many", "give auto, or a number from 1 to 64"],
  ])("are refused for %s processes, with the reason", (HOOKYARD_PROCESSES, why) => {
    expect(() => readEnv({ HOOKYARD_PROCESSES })).toThrow(`HOOKYARD_PROCESSES: ${why}`);
  });
});
