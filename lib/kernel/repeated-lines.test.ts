import { describe, expect, it } from "vitest";
import { createLogger } from "@/lib/kernel/log";
import { RepeatedLines } from "@/lib/kernel/repeated-lines";

const away = () => ({ err: new Error("connect ECONNREFUSED") });

describe("a line that tells of the same failure again", () => {
  it("is left out for ten seconds, and then says how often it was", () => {
    let now = 0;
    const lines = new RepeatedLines(() => now);
    const look = (fields: object, message = "claiming failed") => lines.look(fields, message);
    expect(look(away())).toMatchObject({ err: { message: "connect ECONNREFUSED" } });
    now = 9_999;
    expect([look(away()), look(away())]).toEqual([null, null]);
    now = 10_000;
    expect(look(away())).toMatchObject({ repeated: 2 });
    now = 30_000;
    expect(look(away())).not.toHaveProperty("repeated");
  });

  it("is not one of another part, of another failure, or with more to say", () => {
    const lines = new RepeatedLines(() => 0);
    const told = [
      [away(), "claiming failed"],
      [away(), "routing failed"],
      [{ err: new Error("another") }, "claiming failed"],
      [{ ...away(), request_id: "1" }, "request failed"],
      [{ ...away(), request_id: "1" }, "request failed"],
      [{ version: "1" }, "ready"],
      [{ version: "1" }, "ready"],
    ] as const;
    for (const [fields, message] of told) expect(lines.look(fields, message)).toBe(fields);
  });

  it("stands once in the log", () => {
    const written: string[] = [];
    const log = createLogger({ LOG_LEVEL: "info" }, { destination: { write: (line) => void written.push(line) } });
    const child = log.child({ part: "shard" });
    for (let times = 0; times < 3; times += 1) {
      log.warn(away(), "claiming failed");
      child.warn(away(), "claiming failed");
      log.info("ready");
    }
    expect(written.filter((line) => line.includes("claiming failed"))).toHaveLength(1);
    expect(written.filter((line) => line.includes("ready"))).toHaveLength(3);
  });
});
