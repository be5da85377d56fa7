import { afterEach, expect, it } from "vitest";
import { DatabaseProxy } from "@/lib/db/database-proxy.fixture";
import { type Listener, listen } from "@/lib/db/listener";
import { createTestDatabase } from "@/lib/db/test-database";
import { until } from "@/lib/program/engines.fixture";

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

it("reconnects if a connection that looked healthy loses what the server says", async () => {
  const database = await createTestDatabase();
  ends.push(() => database.close());
  const proxy = await new DatabaseProxy().open(database.url);
  ends.push(() => proxy.close());
  const heard: string[] = [];
  let connections = 0;
  let silences = 0;
  const listener: Listener = listen(
    { url: proxy.url, name: "hookyard-test" },
    { news: (payload) => heard.push(payload) },
    {
      onConnected() {
        connections += 1;
      },
      onSilent() {
        silences += 1;
      },
    },
  );
  ends.push(() => listener.close());
  const tell = (news: string) => database.db.pool.query("select pg_notify('news', $1)", [news]);
  await until(() => connections === 1);
  await tell("first");
  await until(() => heard.length === 1);

  proxy.mode = "mute";
  await tell("lost");
  await until(() => proxy.opened > 1);
  proxy.mode = "pass";
  await until(() => connections === 2);
  await tell("last");
  await until(() => heard.includes("last"));
  expect(silences).toBe(1);
  expect(heard).toEqual(["first", "last"]);
});
