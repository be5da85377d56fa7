import { expect, it } from "vitest";
import { ServerTurns } from "@/lib/db/placement/server-turns";
import type { Shard } from "@/lib/db/placement/shards";

/** Shards by the address of their server, which may change. */
const shardOn = (address: string | null) => ({ address }) as Shard & { address: string | null };

/** Takes a turn of each shard; `had` are the places in the list of those whose turn has come. */
async function takeEach(turns: ServerTurns, shards: readonly Shard[]) {
  const had: number[] = [];
  for (const [place, shard] of shards.entries())
    void turns
      .of(shard)()
      .then(() => had.push(place));
  await new Promise(setImmediate);
  return had;
}

it("lets two shards of a server write at a time, beside those of another", async () => {
  const had = await takeEach(new ServerTurns(), ["a:1", "a:1", "a:1", "b:1"].map(shardOn));
  expect(had).toEqual([0, 1, 3]);
});

it("goes by the server that has a shard by then", async () => {
  const turns = new ServerTurns();
  const moved = shardOn("a:1");
  const take = turns.of(moved);
  await takeEach(turns, [shardOn("a:1"), shardOn("a:1")]);
  moved.address = "b:1";
  let isTaken = false;
  void take().then(() => {
    isTaken = true;
  });
  await new Promise(setImmediate);
  expect(isTaken).toBe(true);
});

it("lets a shard go at once that has no other beside it", async () => {
  const had = await takeEach(new ServerTurns(), [null, null, null].map(shardOn));
  expect(had).toEqual([0, 1, 2]);
});
