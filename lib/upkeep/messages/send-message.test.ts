import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { createSender, type Sender } from "@/lib/egress/send";
import { RouteSettings } from "@/lib/nouns/alert-routes/settings";
import { Receiver } from "@/lib/program/engines.fixture";
import { MailServer } from "@/lib/upkeep/mail-server.fixture";
import { createMailer } from "@/lib/upkeep/mailer";
import type { MessageContent } from "@/lib/upkeep/messages/content";
import { sendMessage } from "@/lib/upkeep/messages/send-message";
import { sendTest } from "@/lib/upkeep/messages/send-test";

let sender: Sender;
let receiver: Receiver;
beforeAll(() => {
  sender = createSender({ guard: createAddressGuard("127.0.0.0/8") });
});
afterAll(() => sender.close());
beforeEach(async () => {
  receiver = await new Receiver().open();
});
afterEach(() => receiver.close());

const subject = {
  type: "endpoint",
  id: "e1",
  name: "billing",
  url: "https://hooks.example/projects/p/endpoints/e1",
} as const;
const base = {
  at: "2026-08-01T12:00:00.000Z",
  project: { id: "p", name: "Shop" },
  more: { opened: 0, over: 0 },
  is_test: false,
};
const problems = [{ title: "billing fails, and its deliveries are held", cause: "503 from billing" }];
const OPENED: MessageContent = {
  ...base,
  opened: [{ subject, level: "critical", since: "2026-08-01T11:46:00.000Z", problems }],
  over: [],
};
const OVER: MessageContent = { ...base, opened: [], over: [{ subject, since: base.at, ended_at: base.at }] };
const message = (content: MessageContent) => ({ id: "m1", routeId: "r1", content });
const send = (settings: object, content = OPENED) =>
  sendMessage({ sender, mailer: null }, RouteSettings.parse(settings), message(content));
const bodies = () => receiver.got.map(({ body }) => JSON.parse(body.toString()));

describe("a message", () => {
  it("goes to a webhook with a signature that the official library verifies", async () => {
    const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;
    expect(await send({ type: "webhook", url: receiver.url, secret })).toBeNull();
    const [got] = receiver.got;
    const told = new Webhook(secret).verify(got?.body.toString() ?? "", got?.headers as Record<string, string>);
    expect(told).toMatchObject({ type: "alerts.changed", timestamp: base.at, data: { project: { name: "Shop" } } });
    expect(got?.headers["webhook-id"]).toBe("m1");
  });

  it("is an alert at PagerDuty, and its end has the same key", async () => {
    const settings = { type: "pagerduty", routing_key: "R1", url: receiver.url };
    await send(settings);
    await send(settings, OVER);
    const [trigger, resolve] = bodies();
    expect(trigger).toMatchObject({ routing_key: "R1", event_action: "trigger", dedup_key: "hookyard-r1-endpoint-e1" });
    expect(resolve).toEqual({ routing_key: "R1", event_action: "resolve", dedup_key: trigger.dedup_key });
  });

  it("is an alert at Opsgenie with its key in a header, and is closed by its alias", async () => {
    const url = receiver.url.replace(/\/hook$/, "/");
    const settings = { type: "opsgenie", genie_key: "G1", url };
    await send(settings);
    await send(settings, OVER);
    expect(receiver.got.map((got) => [got.url, got.headers.authorization])).toEqual([
      ["/v2/alerts", "GenieKey G1"],
      ["/v2/alerts/hookyard-r1-endpoint-e1/close?identifierType=alias", "GenieKey G1"],
    ]);
  });

  it("is posted to Slack, Microsoft Teams and Discord", async () => {
    for (const type of ["slack", "microsoft_teams", "discord"]) {
      expect(await send({ type, webhook_url: receiver.url })).toBeNull();
    }
    const [slack, teams, discord] = bodies();
    expect(slack.text).toContain("503 from billing");
    expect(teams.attachments[0].content.type).toBe("AdaptiveCard");
    expect(discord.embeds[0].url).toBe(subject.url);
  });

  it("goes to each address of an e-mail route, in one mail", async () => {
    const server = new MailServer();
    const mailer = createMailer(await server.open(), "Hookyard <hooks@example.com>");
    const settings = RouteSettings.parse({ type: "email", to: ["a@example.com", "b@example.com"] });
    expect(await sendMessage({ sender, mailer }, settings, message(OPENED))).toBeNull();
    expect(server.mails[0]?.to).toEqual(["a@example.com", "b@example.com"]);
    expect(server.mails[0]?.text).toContain("Subject: =?UTF-8?Q?billing_fails=2C_and_its_deliveries");
    expect(server.mails[0]?.text).toContain(subject.url);
    mailer.close();
    await server.close();
  });

  it("says in a sentence why it was not taken", async () => {
    receiver.answer = () => ({ status: 403, body: "invalid_token\n" });
    expect(await send({ type: "slack", webhook_url: receiver.url })).toBe("It was answered with 403: invalid_token");
    expect(await send({ type: "slack", webhook_url: "http://10.0.0.1/x" })).toContain("private");
    expect(await send({ type: "email", to: ["a@example.com"] })).toContain("SMTP_URL");
  });
});

it("a test of a service that keeps alerts leaves none open", async () => {
  const settings = RouteSettings.parse({ type: "pagerduty", routing_key: "R1", url: receiver.url });
  const test = { id: "m1", routeId: "r1", at: new Date(), project: null, publicUrl: "https://hooks.example" };
  expect(await sendTest({ sender, mailer: null }, settings, test)).toBeNull();
  expect(bodies().map(({ event_action }) => event_action)).toEqual(["trigger", "resolve"]);
});
