import { AsyncLocalStorage, executionAsyncId } from "node:async_hooks";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { restingPages } from "@/lib/next/resting-pages";
import { until } from "@/lib/program/engines.fixture";

/** Node.js 24 has no hooks any more. */
const HAS_HOOKS = Number.parseInt(process.versions.node, 10) < 24;
const rendering = new AsyncLocalStorage<string>();
const held: (() => void)[] = [];

/** A page that is rendered within a storage; the one of that name only once it is let go. */
async function render(path: string, response: ServerResponse): Promise<void> {
  if (path === "/held") await new Promise<void>((letGo) => held.push(letGo));
  response.end(rendering.getStore());
}

const server = createServer(
  restingPages(({ url = "" }, response) => void rendering.run(url, () => render(url, response))),
);
let base = "";
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function isHooked(): Promise<boolean> {
  await pause(1);
  await Promise.resolve();
  return executionAsyncId() !== 0;
}

it("rests some seconds after the last page, and not while one is in progress", { timeout: 30_000 }, async () => {
  const read = async (path: string) => (await fetch(`${base}${path}`)).text();
  const slow = read("/held");
  await until(() => held.length === 1);
  expect(await read("/quick")).toBe("/quick");
  await pause(6_000);
  expect(await isHooked()).toBe(HAS_HOOKS);
  for (const letGo of held) letGo();
  expect(await slow).toBe("/held");
  expect(await isHooked()).toBe(HAS_HOOKS);
  await until(async () => !(await isHooked()));
  expect(await read("/again")).toBe("/again");
});
