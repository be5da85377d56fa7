import { createSign } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { makeCertificate } from "@/lib/egress/authority.fixture";
import type { Sender } from "@/lib/egress/send";
import { ProviderHosts } from "@/lib/intake/provider-hosts";
import { ProviderKeys } from "@/lib/intake/provider-keys";

const TOPIC = "arn:aws:sns:eu-west-1:123456789012:orders";
const OTHERS = "arn:aws:sns:eu-west-1:999999999999:evil";
const CERTIFICATE = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abcd.pem";
const SUBSCRIBE = `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=2336`;

const root = makeCertificate({ name: "A root of ours", isAuthority: true });
const own = makeCertificate({ name: "sns.amazonaws.com", names: ["sns.amazonaws.com"], by: root });

let bench: ApiBench;
let project: ApiProject;
let asked: string[];
let status: number;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
});
beforeEach(() => {
  asked = [];
  status = 200;
  const send: Sender["send"] = async ({ url }) => {
    asked.push(url);
    const body = Buffer.from(url === CERTIFICATE ? own.pem + root.pem : "<ConfirmSubscriptionResponse/>");
    const told = { headers: {}, bodyTruncated: false, error: null, startedAt: new Date(), durationMs: 1 };
    return { status: url === CERTIFICATE ? 200 : status, body, ...told };
  };
  bench.services.providerKeys = new ProviderKeys(new ProviderHosts({ send }), { roots: [root.pem] });
});
afterAll(() => bench.close());

async function makeSource() {
  const verifier = { type: "provider", provider: { secret: TOPIC } };
  const id = await project.source({ provider: "aws_sns", verifier });
  bench.services.snapshots.forget(project.id);
  return (await project.ask("GET", `/sources/${id}`)).body.data as { uid: string; mask_id: string };
}

type Message = Record<string, string>;

const CONFIRMATION: Message = {
  Message: "You have chosen to subscribe.",
  MessageId: "165545c9-2a5c-472c-8df2-7ff2be2b3b1b",
  SubscribeURL: SUBSCRIBE,
  Timestamp: "2026-04-26T20:45:04.751Z",
  Token: "2336",
  TopicArn: TOPIC,
  Type: "SubscriptionConfirmation",
};

/** The fields as Amazon signs them: sorted by their names. */
function toSigned(message: Message): string {
  const names = Object.keys(message).sort();
  return names.map((name) => `${name}\n${message[name]}\n`).join("");
}

function withSignature(message: Message, signed = toSigned(message)): Message {
  const Signature = createSign("RSA-SHA256").update(signed).sign(own.privateKey, "base64");
  return { ...message, SignatureVersion: "2", Signature, SigningCertURL: CERTIFICATE };
}

function post(maskId: string, message: Message) {
  const headers = { "content-type": "text/plain; charset=UTF-8" };
  return bench.ask("POST", `/ingest/${maskId}`, { raw: JSON.stringify(message), headers });
}

async function refusalsOf(uid: string) {
  await bench.services.refusals.write();
  return (await project.ask("GET", `/sources/${uid}/refusals`)).body.data.content;
}

it("a subscription is confirmed by a visit of the URL that Amazon signed, and makes no event", async () => {
  const { uid, mask_id } = await makeSource();
  expect((await post(mask_id, withSignature(CONFIRMATION))).status).toBe(200);
  expect(asked).toEqual([CERTIFICATE, SUBSCRIBE]);
  const source = (await project.ask("GET", `/sources/${uid}`)).body.data;
  expect(source.provider_config.aws_sns.challenge_answered_at).toMatch(/Z$/);
  expect((await project.ask("GET", `/events?sourceId=${uid}`)).body.data.content).toEqual([]);
});

it("a subscription that Amazon does not confirm now is left to the next request, and the refusal says so", async () => {
  const { uid, mask_id } = await makeSource();
  status = 500;
  const answer = await post(mask_id, withSignature(CONFIRMATION));
  expect([answer.status, answer.body.error.reason]).toEqual([503, "key_unreachable"]);
  expect(answer.headers.get("retry-after")).toBe("15");
  expect(await refusalsOf(uid)).toMatchObject([{ status: 503, code: "key_unreachable" }]);
  const source = (await project.ask("GET", `/sources/${uid}`)).body.data;
  expect(source.provider_config?.aws_sns).toBeUndefined();
  status = 200;
  expect((await post(mask_id, withSignature(CONFIRMATION))).status).toBe(200);
});

it("nothing is visited that Amazon did not sign, or that is not at its hosts", async () => {
  const { mask_id } = await makeSource();
  const forged = { ...withSignature(CONFIRMATION), SubscribeURL: `${SUBSCRIBE}2` };
  expect((await post(mask_id, forged)).body.error.reason).toBe("signature_mismatch");
  for (const SubscribeURL of ["https://evil.example/", "http://169.254.169.254/", SUBSCRIBE.replace("/?", "/evil?")]) {
    expect((await post(mask_id, withSignature({ ...CONFIRMATION, SubscribeURL }))).status).toBe(400);
  }
  expect(asked).toEqual([CERTIFICATE]);
});

it("nothing at all is fetched for another topic, or for a certificate elsewhere", async () => {
  const { uid, mask_id } = await makeSource();
  const others = await post(mask_id, withSignature({ ...CONFIRMATION, TopicArn: OTHERS }));
  expect([others.status, others.body.error.reason]).toEqual([401, "wrong_secret"]);
  const elsewhere = { ...withSignature(CONFIRMATION), SigningCertURL: "https://evil.example/own.pem" };
  expect((await post(mask_id, elsewhere)).body.error.reason).toBe("key_elsewhere");
  expect(asked).toEqual([]);
  expect((await refusalsOf(uid)).map(({ code }: { code: string }) => code)).toEqual(["key_elsewhere", "wrong_secret"]);
});

it("what Amazon signed for another topic passes for none of ours, however its lines are cut", async () => {
  const { mask_id } = await makeSource();
  const begun = `m\nMessageId\nid\nTimestamp\nnow\nTopicArn\n${TOPIC}\nType\nNotification`;
  const sent = { Message: begun, MessageId: "1", Timestamp: "now", TopicArn: OTHERS, Type: "Notification" };
  const signed = toSigned(sent);
  const end = signed.slice(signed.indexOf("\nType\n") + "\nType\n".length, -1);
  const recut = { Message: "m", MessageId: "id", Timestamp: "now", TopicArn: TOPIC, Type: end };
  expect(toSigned(recut)).toBe(signed);
  expect((await post(mask_id, withSignature(recut, signed))).body.error.reason).toBe("field_malformed");
});
