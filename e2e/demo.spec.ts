import type { Page as Tab } from "@playwright/test";
import { startDemo } from "@/e2e/support/demo";
import { expect, test } from "@/e2e/support/fixtures";
import { openPage } from "@/e2e/support/open-page";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";
import type { Event } from "@/lib/nouns/events/schemas";
import type { Replay } from "@/lib/nouns/replays/schemas";
import type { SourceRefusal } from "@/lib/nouns/sources/refusal-schemas";
import type { Source } from "@/lib/nouns/sources/schemas";
import type { Ledger, Stats } from "@/lib/nouns/stats/schemas";
import type { Page } from "@/lib/wire/fields";

const DAY_MS = 86_400_000;

test("the demo shows a week with an incident, and what is resent beside it succeeds", async ({
  page,
  copy,
  signIn,
}) => {
  const demo = await startDemo(copy);
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

  const [failed] = (await ask<Page<EventDelivery>>("eventdeliveries?status=Failure")).content;
  await openPage(page, `${demo.home}/deliveries?status=Failure`);
  const row = page.getByRole("row", { name: /invoice\./ }).first();
  await row.hover();
  await row.getByRole("button", { name: "Resend" }).click();
  await expect.poll(async () => (await ask<EventDelivery>(`eventdeliveries/${failed?.uid}`)).status).toBe("Success");

  expect(await demo.interrupt()).toBe(0);
  expect(copy.output()).not.toMatch(/"level":[56]0/);
});

test("a second demo leaves the project as it is and brings its receivers back", async ({ page, copy, signIn }) => {
  const first = await startDemo(copy);
  await first.interrupt();
  await signIn();
  const count = async () => (await read<Ledger>(page, `/v1${first.home}/ledger`)).events.accepted;
  const before = await count();

  const second = await startDemo(copy);
  expect(second.home).toBe(first.home);
  expect(second.output()).toContain("is there already");
  expect(await count()).toBe(before);
  await expect(startDemo(copy)).rejects.toThrow("The demo runs already");

  const fresh = await startDemo(copy, "--again");
  expect(fresh.home).not.toBe(first.home);
  expect(await count()).toBe(before);
  await fresh.interrupt();
  await second.interrupt();
});

async function read<T>({ request }: Tab, path: string): Promise<T> {
  const answer = await request.get(path, { headers: { "sec-fetch-site": "same-origin" } });
  if (!answer.ok()) throw new Error(`${path} was answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()).data;
}
