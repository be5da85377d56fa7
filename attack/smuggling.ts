import assert from "node:assert/strict";
import { sendRaw } from "@/attack/raw-http";
import { PATHS, SHAPES } from "@/attack/request-shapes";
import { makeTenant, type Stage } from "@/attack/stage";
import type { Tally } from "@/attack/tally";
import type { Victim } from "@/attack/victim";

const PROBE = "smuggled-probe";

/** Attacks by requests that a proxy before the copy may read differently. */
export async function attackBySmuggling(stage: Stage, tally: Tally, victim: Victim): Promise<void> {
  const { copy } = stage;
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
  await tally.holds("an offer of an upgrade hands no request to the pages, and loses no event", async () => {
    const { id, keys } = await makeTenant(stage, "incoming");
    const home = `/v1/projects/${id}`;
    const { url } = await keys.admin.post<{ url: string }>(`${home}/sources`, { name: "java", type: "http" });
    assert.equal((await stage.owner.ask("GET", "/sign-in")).status < 400, true);
    const offer = `Host: ${host}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n`;
    const head = `POST ${new URL(url).pathname} HTTP/1.1\r\n${offer}Content-Type: application/json\r\n`;
    const taken = await sendRaw(copy.url, `${head}Content-Length: 10\r\n\r\n{"java":1}`);
    assert.deepEqual(taken.statuses, [200], taken.text);
    const { content } = await keys.viewer.get<{ content: { raw: string }[] }>(`${home}/events`);
    assert.deepEqual(
      content.map(({ raw }) => raw),
      ['{"java":1}'],
    );
    for (const path of ["/ingest/../v1/me", "/ingest/none", "/nowhere"]) {
      const { statuses, text } = await sendRaw(copy.url, `GET ${path} HTTP/1.1\r\n${offer}\r\n`);
      assert.ok(statuses.length === 1 && [400, 404, 307].includes(statuses[0] ?? 0), text.slice(0, 500));
    }
  });
  await tally.holds("the copy lives on", async () => {
    assert.equal(copy.pid(), pid);
    assert.equal((await victim.keys.viewer.ask("GET", "/v1/me")).status, 200);
  });
}
