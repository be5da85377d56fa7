import assert from "node:assert/strict";
import { sendRaw } from "@/attack/raw-http";
import { PATHS, SHAPES } from "@/attack/request-shapes";
import type { Stage } from "@/attack/stage";
import type { Tally } from "@/attack/tally";
import type { Victim } from "@/attack/victim";

const PROBE = "smuggled-probe";

/** Requests that a proxy before the copy may read otherwise than the copy does. */
export async function attackBySmuggling({ copy }: Stage, tally: Tally, victim: Victim): Promise<void> {
  const pid = copy.pid();
  const host = new URL(copy.url).host;
  const authorization = `Authorization: Bearer ${victim.keys.admin.key}`;
  const second = `GET /v1/${PROBE} HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n\r\n`;
  for (const { name, request, expected } of SHAPES) {
    await tally.holds(`${name} is refused, and leaves no second request on the connection`, async () => {
      const { statuses, text } = await sendRaw(copy.url, request({ host, second, authorization }));
      assert.ok(statuses.length <= 1, `answered ${statuses.join(", ")}`);
      assert.ok(
        statuses.every((status) => expected.includes(status)),
        `answered ${statuses.join(", ")}\n${text}`,
      );
      assert.ok(!text.includes("kind"), text);
    });
  }
  for (const path of PATHS) {
    await tally.holds(`the target ${JSON.stringify(path.slice(0, 60))} reaches no other room`, async () => {
      const { statuses, text } = await sendRaw(
        copy.url,
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\nConnection: close\r\n\r\n`,
      );
      assert.ok(
        statuses.length <= 1 && statuses.every((status) => [400, 414, 431].includes(status)),
        text.slice(0, 500),
      );
    });
  }
  await tally.holds("the copy lives on", async () => {
    assert.equal(copy.pid(), pid);
    assert.equal((await victim.keys.viewer.ask("GET", "/v1/me")).status, 200);
  });
}
