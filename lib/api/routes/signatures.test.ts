import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";
import { toKey } from "@/lib/signing/secrets";
import { signStandard } from "@/lib/signing/standard-webhooks";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
afterAll(() => bench.close());

const BODY = '{"a":1}';

async function sign(secret: string, body = BODY, id = newId()) {
  return signStandard(id, Math.floor(Date.now() / 1000), Buffer.from(body), [toKey(secret)]);
}

function diagnose(endpointID: string, body: object, key = project.keys.operator) {
  return project.ask("POST", `/endpoints/${endpointID}/diagnose-signature`, { body, key });
}

it("recognizes the endpoint's secrets, those that were rotated away too, and names them by their ids", async () => {
  const [first, second] = ["the first secret of this endpoint", "the second secret of this endpoint"];
  const endpointID = await project.endpoint({ secret: first });
  const right = await diagnose(endpointID, { headers: await sign(first), body: BODY });
  expect(right.body.data).toMatchObject({ valid: true, message: "The signature is right." });
  const rotated = await project.ask("POST", `/endpoints/${endpointID}/secrets`, {
    body: { secret: second, expires_in: 0 },
  });
  const { body } = await diagnose(endpointID, { headers: await sign(first), body: BODY });
  expect(body.data.valid).toBe(false);
  const [found] = body.data.schemes[0].findings;
  expect(found).toMatchObject({ code: "secret_expired", header: "webhook-signature" });
  expect(found.secret_id).not.toBe(rotated.body.data.secrets[0].uid);
  expect(JSON.stringify(body)).not.toContain(first);
  expect((await diagnose(endpointID, { headers: await sign(second), body: BODY })).body.data.valid).toBe(true);
});

it("compares the body with what was sent to this endpoint", async () => {
  const secret = "the secret of a third endpoint";
  const endpointId = await project.endpoint({ secret });
  const sourceId = await project.source();
  const subscriptionId = await project.subscription({ endpoint_id: endpointId, source_id: sourceId });
  const given = { endpointId, sourceId, subscriptionId, status: "Failure", payload: BODY } as const;
  const { id } = await toDeliveryFixture(project, given);
  const asked = { headers: await sign(secret, BODY, id), body: '{"b":1}', delivery_id: id };
  const { body } = await diagnose(endpointId, asked);
  expect(body.data.schemes[0].findings).toMatchObject([{ code: "body_changed" }]);
  expect(body.data.body).toMatchObject({
    change: "content",
    offset: 2,
    line: 1,
    column: 3,
    sent: 'a":1}',
    received: 'b":1}',
  });
  const ofAnother = await diagnose(await project.endpoint(), asked);
  expect(ofAnother.status).toBe(404);
});

it("refuses what it cannot read, and viewers", async () => {
  const endpointID = await project.endpoint();
  const wrong = await diagnose(endpointID, {
    headers: {},
    body: "no base64!",
    body_encoding: "base64",
    received_at: "noon",
  });
  expect(wrong.status).toBe(422);
  expect(wrong.body.error.fields.map(({ path }: { path: string }) => path)).toEqual(
    expect.arrayContaining(["headers", "received_at"]),
  );
  const large = await diagnose(endpointID, { headers: { a: "b" }, body: "a".repeat(262_145) });
  expect(large.body.error.fields).toMatchObject([{ path: "body" }]);
  expect((await diagnose(endpointID, { headers: { a: "b" }, body: "" }, project.keys.viewer)).status).toBe(403);
});
