import type { Page as Tab } from "@playwright/test";
import { fillDemo, runDemo } from "@/e2e/support/demo";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import { startCopy } from "@/e2e/support/server";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";
import type { Event } from "@/lib/nouns/events/schemas";
import type { Project } from "@/lib/nouns/projects/schemas";
import type { Replay } from "@/lib/nouns/replays/schemas";
import type { SourceRefusal } from "@/lib/nouns/sources/refusal-schemas";
import type { Source } from "@/lib/nouns/sources/schemas";
import type { Ledger, Stats } from "@/lib/nouns/stats/schemas";
import type { Page } from "@/lib/wire/fields";

const DAY_MS = 86_400_000;

/** The lists of a project, all of which have something to see in a demo. */
const LISTS = [
  "alerts",
  "api-keys",
  "audit-log",
  "devices",
  "endpoints",
  "eventdeliveries",
  "events",
  "incidents",
  "meta-events",
  "receivers",
  "replays",
  "sources",
  "subscriptions",
];

test.use({
  copy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that a fixture needs here
    async ({}, provide) => {
      // Nothing of this machine is allowed: the demo's receivers are Hookyard's own.
      const copy = await startCopy({ HOOKYARD_EGRESS_ALLOW: "" });
      await copy.init({ project: "Shop", type: "incoming" });
      await provide(copy);
      await copy.dispose();
    },
    { scope: "worker" },
  ],
});

test("the demo shows a week with an incident, and what is resent after it has ended succeeds", async ({
  page,
  copy,
  signIn,
}) => {
  test.slow();
  const demo = await fillDemo(copy);
  await signIn();
  const ask = <T>(path: string) => read<T>(page, `/v1${demo.home}/${path}`);

  const startDate = new Date(Date.now() - 6 * DAY_MS).toISOString();
  const { series } = await ask<Stats>(`stats?interval=day&startDate=${startDate}`);
  expect(series).toHaveLength(7);
  for (const day of series) expect(day.deliveries).toBeGreaterThan(0);
  const ledger = await ask<Ledger>("ledger");
  expect(ledger.deliveries).toMatchObject({ balanced: true });
  expect(ledger.endpoints.filter(({ balanced }) => !balanced)).toEqual([]);

  const endpoints = (await ask<Page<Endpoint>>("endpoints?perPage=50")).content;
  const named = (start: string) => endpoints.find(({ name }) => name.startsWith(start)) as Endpoint;
  const waitingAt = async ({ uid }: Endpoint) =>
    (await ask<Page<EventDelivery>>(`eventdeliveries?status=Scheduled&endpointId=${uid}`)).content.length;
  expect(named("Payouts").status).toBe("pending");
  expect(named("Newsletter").status).toBe("paused");
  expect(await waitingAt(named("Payouts"))).toBeGreaterThan(0);
  expect(await waitingAt(named("Newsletter"))).toBeGreaterThan(0);

  const [replay] = (await ask<Page<Replay>>("replays")).content;
  expect(replay).toMatchObject({ status: "Completed", progress: { waiting: 0, skipped: 0 } });
  expect(replay?.progress.resent).toBeGreaterThan(0);
  const unwanted = (await ask<Page<Event>>("events?status=Discarded&perPage=100")).content;
  expect(unwanted.some((event) => event.is_duplicate_event)).toBe(true);
  expect(unwanted.some((event) => !event.is_duplicate_event)).toBe(true);
  const [shop] = (await ask<Page<Source>>("sources?name=Shop")).content;
  const refusals = (await ask<Page<SourceRefusal>>(`sources/${shop?.uid}/refusals`)).content;
  expect(refusals).toContainEqual(expect.objectContaining({ status: 401 }));

  const counts = LISTS.map(async (list) => [list, (await ask<Page<unknown>>(list)).content.length] as const);
  expect((await Promise.all(counts)).filter(([, count]) => count === 0)).toEqual([]);

  const [failed] = (await ask<Page<EventDelivery>>("eventdeliveries?status=Failure")).content;
  await openPage(page, `${demo.home}/deliveries?status=Failure`);
  const row = page.getByRole("row", { name: /invoice\./ }).first();
  await row.hover();
  await row.getByRole("button", { name: "Resend" }).click();
  await expect.poll(async () => (await ask<EventDelivery>(`eventdeliveries/${failed?.uid}`)).status).toBe("Success");

  expect(copy.output()).not.toMatch(/"level":[56]0/);
});

test("a second demo leaves the project as it is, a fresh one is beside it, and both are removed by one command", async ({
  page,
  copy,
  signIn,
}) => {
  test.slow();
  const first = await fillDemo(copy);
  await signIn();
  const ledger = async () => (await read<Ledger>(page, `/v1${first.home}/ledger`)).events.accepted;
  const before = await ledger();
  const second = await fillDemo(copy);
  expect(second.home).toBe(first.home);
  expect(second.output).toContain("is there already");
  expect(await ledger()).toBe(before);
  const fresh = await fillDemo(copy, "--again");
  expect(fresh.home).not.toBe(first.home);
  expect(await ledger()).toBe(before);

  expect(await runDemo(copy, "--remove")).toContain("Removed, with all in it: Demo 2, Demo.");
  const { content } = await read<Page<Project>>(page, "/v1/projects");
  expect(content.map(({ name }) => name)).toEqual(["Shop"]);
  expect(await runDemo(copy, "--remove")).toContain("There is no demo to remove");
  expect(copy.output()).not.toMatch(/"level":[56]0/);
});

async function read<T>({ request }: Tab, path: string): Promise<T> {
  const answer = await request.get(path, { headers: { "sec-fetch-site": "same-origin" } });
  if (!answer.ok()) throw new Error(`${path} was answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()).data;
}
