import { dehydrate, hydrate, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readAgain, watchHydration } from "@/components/data/read-again";

const KEY = ["deliveries"];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server whose answer is what it had when it was asked, and takes this long. */
function openReader(takesMs: number) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 2_000, retry: false } } });
  const server = { has: 1, reads: 0, isBroken: false };
  const queryFn = async () => {
    const { has, isBroken } = server;
    server.reads += 1;
    await new Promise((resolve) => setTimeout(resolve, takesMs));
    if (isBroken) throw new Error("broken");
    return has;
  };
  const show = () => new QueryObserver(client, { queryKey: KEY, queryFn }).subscribe(() => {});
  return { client, server, show, shown: () => client.getQueryData(KEY), isKey: () => true };
}

it("reads again what is shown", async () => {
  const { client, server, show, shown, isKey } = openReader(100);
  show();
  await vi.advanceTimersByTimeAsync(100);
  server.has = 2;
  void readAgain(client, isKey);
  await vi.advanceTimersByTimeAsync(100);
  expect(shown()).toBe(2);
  expect(server.reads).toBe(2);
});

it.each([["answers", false] as const, ["fails", true] as const])(
  "reads once more after a first read that began before the change, also when that one %s",
  async (_how, isBroken) => {
    const { client, server, show, shown, isKey } = openReader(100);
    server.isBroken = isBroken;
    show();
    await vi.advanceTimersByTimeAsync(50);
    server.has = 2;
    server.isBroken = false;
    const done = readAgain(client, isKey);
    await vi.advanceTimersByTimeAsync(150);
    await done;
    expect(shown()).toBe(2);
    expect(server.reads).toBe(2);
  },
);

it("reads what was fetched ahead, before the change, when it is shown", async () => {
  const { client, server, show, shown, isKey } = openReader(100);
  void client.prefetchQuery({ queryKey: KEY, queryFn: async () => server.has });
  server.has = 2;
  await readAgain(client, isKey);
  show();
  await vi.advanceTimersByTimeAsync(100);
  expect(shown()).toBe(2);
});

it("tells of queries that the server filled, new and known, and of no others", async () => {
  const { client, show } = openReader(100);
  const told: unknown[] = [];
  const stop = watchHydration(client, ({ state }) => told.push(state.data));
  show();
  await vi.advanceTimersByTimeAsync(100);
  client.setQueryData(["set"], 5);
  expect(told).toEqual([]);
  const server = new QueryClient();
  vi.setSystemTime(Date.now() + 1_000);
  server.setQueryData(KEY, 7);
  server.setQueryData(["events"], 8);
  hydrate(client, dehydrate(server));
  expect(told).toEqual([7, 8]);
  stop();
  server.setQueryData(["sources"], 9);
  hydrate(client, dehydrate(server));
  expect(told).toHaveLength(2);
});
