import { afterAll, beforeAll, expect, it } from "vitest";
import { listEvents, trigger } from "@/cli/trigger";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { PROVIDERS } from "@/lib/kernel/provider-names.gen";

const SECRET = "whsec_1DcbIJYfVHvvOFjRjrFQ7g3yqqXRNvPX";

let bench: ApiBench;
let project: ApiProject;
let source: { uid: string; mask_id: string };
let url: string;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
  const verifier = { type: "provider", provider: { secret: SECRET } };
  const idempotency_keys = ["request.body.id"];
  const id = await project.source({ provider: "stripe", verifier, idempotency_keys });
  source = (await project.ask("GET", `/sources/${id}`)).body.data;
  bench.services.snapshots.forget(project.id);
  url = `http://127.0.0.1:${bench.services.ownDoor?.port}`;
});
afterAll(() => bench.close());

async function run(name: string | undefined, options: Parameters<typeof trigger>[1]) {
  const lines: string[] = [];
  const isWell = await trigger(name, options, (line) => lines.push(line));
  return { isWell, lines };
}

const here = () => `${url}/ingest/${source.mask_id}`;
const accepted = expect.stringMatching(/^200 {2}stripe\.invoice\.paid {2}Event received: [\da-f-]{36}$/);

async function countEvents(): Promise<number> {
  const { content } = (await project.ask("GET", "/events?perPage=100")).body.data;
  return content.filter((event: { is_duplicate_event: boolean }) => !event.is_duplicate_event).length;
}

it("signs with the given secret, so that each is an event of its own", async () => {
  const before = await countEvents();
  expect(await run("stripe.invoice.paid", { to: here(), secret: SECRET, count: 3 })).toEqual({
    isWell: true,
    lines: [accepted, accepted, accepted],
  });
  expect(await countEvents()).toBe(before + 3);
});

it("prints why the source refused it", async () => {
  const { isWell, lines } = await run("stripe.invoice.paid", { to: here(), secret: "whsec_another" });
  expect(isWell).toBe(false);
  expect(lines).toEqual([expect.stringMatching(/^401 {2}stripe\.invoice\.paid {2}signature_mismatch: ./)]);
  const nobody = await run("stripe.invoice.paid", { to: "http://127.0.0.1:9/", secret: SECRET });
  expect(nobody).toEqual({ isWell: false, lines: [expect.stringMatching(/^--- {2}stripe\.invoice\.paid {2}./)] });
});

it("has the server sign with the source's own secret, by an admin's key", async () => {
  const key = project.keys.admin;
  const options = { url, key, source: source.uid, count: 2 };
  expect(await run("stripe.invoice.paid", options)).toEqual({ isWell: true, lines: [accepted, accepted] });
  await expect(run("github.push", options)).rejects.toThrow(
    "--source: S is one of stripe, and github.push is of github.",
  );
  await expect(run("stripe.invoice.paid", { ...options, key: project.keys.operator })).rejects.toMatchObject({
    status: 403,
  });
});

it("proposes the nearest names", async () => {
  const to = here();
  const failing = (name?: string) => run(name, { to, secret: "s" });
  await expect(failing("stripe.invoice.payed")).rejects.toThrow(
    "There is no stripe.invoice.payed. Nearest: stripe.invoice.paid.",
  );
  await expect(failing("strip.invoice.paid")).rejects.toThrow(
    "There is no strip.invoice.paid. Nearest: stripe.invoice.paid",
  );
  await expect(failing("stripe.zzzzzzzzzzzzzzzzzzzzzzzz")).rejects.toThrow("Try --list stripe.");
  await expect(failing()).rejects.toThrow("Name an event");
});

it("names the option that is missing or wrong", async () => {
  const wrong = async (options: Parameters<typeof trigger>[1]) => {
    const error = await trigger("stripe.invoice.paid", options, () => {}).catch((thrown: unknown) => thrown);
    return (error as { issues: { path: string[] }[] }).issues.map(({ path }) => path.join("."));
  };
  expect(await wrong({})).toEqual(["to"]);
  expect(await wrong({ to: here() })).toEqual(["secret"]);
  expect(await wrong({ to: "nowhere", secret: "s" })).toEqual(["to"]);
  expect(await wrong({ to: here(), secret: "s", count: "0" })).toEqual(["count"]);
  expect(await wrong({ to: here(), secret: "s", count: "many" })).toEqual(["count"]);
  expect(await wrong({ source: source.uid })).toEqual(["url"]);
  expect(await wrong({ source: source.uid, url })).toEqual(["key"]);
  expect(await wrong({ source: source.uid, url, key: "k", to: here() })).toEqual(["source"]);
});

it("refuses a secret that is no key of the provider, by the option's name", async () => {
  await expect(run("svix.invoice.paid", { to: here(), secret: "not base64!" })).rejects.toThrow(/^--secret: Give /);
  await expect(run("discord.APPLICATION_AUTHORIZED", { to: here(), secret: "aa" })).rejects.toThrow(
    "--secret: this provider signs with a private key",
  );
});

it("says of a provider that publishes its key that nobody else can sign", async () => {
  for (const name of ["aws_sns.Notification", "paypal.PAYMENT.CAPTURE.COMPLETED", "google_pubsub.OBJECT_FINALIZE"]) {
    await expect(run(name, { to: here(), secret: "s" })).rejects.toThrow(
      /signs with a private key that nobody else has/,
    );
  }
});

it("lists each provider, and the events of one", () => {
  const lines: string[] = [];
  listEvents(true, (line) => lines.push(line));
  expect(lines).toHaveLength(PROVIDERS.length);
  expect(lines.find((line) => line.startsWith("stripe "))).toContain("Stripe: stripe.invoice.paid");
  const ofOne: string[] = [];
  listEvents("stripe", (line) => ofOne.push(line));
  expect(ofOne).toEqual(["stripe.invoice.paid", "stripe.checkout.session.completed"]);
  expect(() => listEvents("strpe", () => {})).toThrow("--list: there is no provider strpe. Nearest: stripe.");
});
