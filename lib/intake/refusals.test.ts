import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { RefusalAnnouncer } from "@/lib/intake/announce-refusals";
import { KEPT_REFUSALS } from "@/lib/intake/refusal-log";
import { newId } from "@/lib/kernel/ids";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming", { max_payload_read_size: 2_048 });
});
afterAll(() => bench.close());

async function source(fields: object = {}) {
  const made = await project.ask("POST", "/sources", { body: { name: "S", type: "http", ...fields } });
  expect(made.status).toBe(201);
  // No engine runs here that would hear of the change.
  bench.services.snapshots.forget(project.id);
  return made.body.data as { uid: string; mask_id: string };
}

async function refusals(sourceID: string) {
  await bench.services.refusals.write();
  const { status, body } = await project.ask("GET", `/sources/${sourceID}/refusals?perPage=100`);
  expect(status).toBe(200);
  return body.data.content;
}

const secret = "s3cret-of-the-source";
const keyed = { type: "api_key", api_key: { header_name: "X-Key", header_value: secret } };
const post = (maskId: string, raw: string, headers: Record<string, string> = {}) =>
  bench.ask("POST", `/ingest/${maskId}`, { raw, headers });

it("tells the meta-event receiver of each source and code once an hour, without what was sent", async () => {
  const meta_event = { is_enabled: true, url: "https://example.com/meta", secret: "meta secret" };
  const told = await bench.project("incoming", { meta_event });
  const id = await told.source({ verifier: keyed });
  const { mask_id, name } = (await told.ask("GET", `/sources/${id}`)).body.data;
  const events = async () => {
    await bench.services.refusals.write();
    const { content } = (await told.ask("GET", "/meta-events?event_type=source.request_refused")).body.data;
    return content as { uid: string; event_type: string }[];
  };
  for (const key of ["guessed-value", "another"])
    expect((await post(mask_id, "private words", { "x-key": key })).status).toBe(401);
  expect((await post(mask_id, "private words")).status).toBe(401);
  // A disabled source or a bad request proves nothing about who sent it.
  expect((await bench.ask("GET", `/ingest/${mask_id}`)).status).toBe(400);
  const first = await events();
  expect(first).toHaveLength(2);
  const payloads = await bench.services.db
    .selectFrom("meta_events")
    .select("payload")
    .where("project_id", "=", told.id)
    .where("event_type", "=", "source.request_refused")
    .orderBy("id")
    .execute();
  const said = payloads.map(({ payload }) => JSON.parse(payload.toString()) as { data: object });
  expect(said.map(({ data }) => data)).toMatchObject([
    { source_id: id, source_name: name, status: 401, code: "wrong_secret", reason: "The key in X-Key is wrong." },
    { source_id: id, source_name: name, status: 401, code: "header_missing" },
  ]);
  expect(JSON.stringify(said)).not.toMatch(/guessed|private|s3cret/);
  await post(mask_id, "private words", { "x-key": "guessed" });
  expect(await events()).toHaveLength(2);

  await bench.services.db
    .updateTable("refusal_notices")
    .set({ told_at: new Date(Date.now() - 3_600_001) })
    .execute();
  const again = {
    projectId: told.id,
    sourceId: id,
    status: 401,
    reason: "r",
    code: "wrong_secret",
    at: Date.now(),
  } as const;
  const others = [new RefusalAnnouncer(), new RefusalAnnouncer()];
  await Promise.all(others.map((one) => one.announce(bench.services.db, [again])));
  expect(await events()).toHaveLength(3);
});

it("records why, when and from where each request was refused, and nothing of its content", async () => {
  const { uid, mask_id } = await source({ verifier: keyed });
  const headers = { "x-key": "guessed-value", "x-hookyard-address": "192.0.2.7", "content-type": "text/plain" };
  expect((await post(mask_id, "private words", headers)).status).toBe(401);
  expect((await post(mask_id, "x".repeat(3_000), { "x-key": secret, "content-length": "3000" })).status).toBe(413);
  expect((await post(mask_id, "right", { "x-key": secret })).status).toBe(200);
  expect((await bench.ask("GET", `/ingest/${mask_id}`)).status).toBe(400);
  await project.ask("PUT", `/sources/${uid}`, { body: { is_disabled: true } });
  bench.services.snapshots.forget(project.id);
  expect((await post(mask_id, "right", { "x-key": secret })).status).toBe(403);

  const listed = await refusals(uid);
  expect(listed.map(({ status, method }: { status: number; method: string }) => [status, method])).toEqual([
    [403, "POST"],
    [400, "GET"],
    [413, "POST"],
    [401, "POST"],
  ]);
  expect(listed[3]).toMatchObject({
    source_id: uid,
    reason: "The key in X-Key is wrong.",
    code: "wrong_secret",
    address: "192.0.2.7",
    body_size: 13,
    skipped: 0,
  });
  expect(listed[3].header_names).toEqual(expect.arrayContaining(["content-type", "x-key"]));
  expect(listed[2]).toMatchObject({ body_size: 3_000, reason: "The body is larger than 2,048 bytes." });
  const stored = JSON.stringify(await bench.services.db.selectFrom("source_refusals").selectAll().execute());
  for (const word of ["private words", "guessed-value", secret]) expect(stored).not.toContain(word);
});

it("are readable for admins of the source's own project", async () => {
  const { uid } = await source();
  for (const role of ["viewer", "operator"] as const) {
    const answer = await project.ask("GET", `/sources/${uid}/refusals`, { key: project.keys[role] });
    expect(answer.status).toBe(403);
  }
  const other = await bench.project("incoming");
  expect((await other.ask("GET", `/sources/${uid}/refusals`)).status).toBe(404);
  expect((await project.ask("GET", `/sources/${newId()}/refusals`)).status).toBe(404);
});

it("writes five of a flood at once and the number of the others", async () => {
  const { uid, mask_id } = await source({ verifier: keyed });
  const quiet = await source({ verifier: keyed });
  for (let count = 0; count < 50; count += 1) await post(mask_id, "x");
  await post(quiet.mask_id, "x");
  const { rows } = await bench.services.db.pool.query(
    "select count(*)::int as count from source_refusals where source_id = $1",
    [uid],
  );
  const listed = await refusals(uid);
  const told = listed.reduce((sum: number, { skipped }: { skipped: number }) => sum + 1 + skipped, 0);
  expect(told).toBe(50);
  expect(listed.length).toBeLessThanOrEqual(rows[0].count + 5);
  expect(await refusals(quiet.uid)).toHaveLength(1);
});

it("keeps the newest hundred of each source", async () => {
  const { uid, mask_id } = await source({ verifier: keyed });
  const { uid: other, mask_id: otherMask } = await source({ verifier: keyed });
  await post(otherMask, "x");
  for (let count = 1; count <= KEPT_REFUSALS + 10; count += 1) {
    await post(mask_id, "x".repeat(count));
    if (count % 5 === 0) await bench.services.refusals.write();
  }
  const sizes = (await refusals(uid)).map(({ body_size }: { body_size: number }) => body_size);
  expect(sizes).toEqual(Array.from({ length: KEPT_REFUSALS }, (_, at) => KEPT_REFUSALS + 10 - at));
  expect(await refusals(other)).toHaveLength(1);
});

it("answers and records Twitter's challenge, and refuses and notes a wrong one", async () => {
  const { uid, mask_id } = await source({ provider: "twitter", verifier: { type: "hmac", hmac: { secret } } });
  expect((await bench.ask("GET", `/ingest/${mask_id}?crc_token=`)).status).toBe(400);
  expect((await project.ask("GET", `/sources/${uid}`)).body.data.provider_config).toBeNull();
  const { status, body } = await bench.ask("GET", `/ingest/${mask_id}?crc_token=abc`);
  const proof = createHmac("sha256", secret).update("abc").digest("base64");
  expect([status, body]).toEqual([200, { response_token: `sha256=${proof}` }]);
  const { provider_config } = (await project.ask("GET", `/sources/${uid}`)).body.data;
  expect(provider_config.twitter.crc_verified_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(await refusals(uid)).toMatchObject([{ status: 400, method: "GET" }]);
});
