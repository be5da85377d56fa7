import { afterEach, expect, it } from "vitest";
import { createDatabase } from "@/lib/db/client";
import { openConnection } from "@/lib/db/connection";
import { DatabasePair } from "@/lib/db/database-pair.fixture";
import { DatabaseProxy } from "@/lib/db/database-proxy.fixture";
import { atServer, clientOf } from "@/lib/db/hosts";
import { listen } from "@/lib/db/listener";
import { openDatabase } from "@/lib/db/open";
import { createTestDatabase } from "@/lib/db/test-database";
import { until } from "@/lib/program/engines.fixture";

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function openProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const proxy = await new DatabaseProxy().open(databaseUrl);
  ends.push(() => proxy.close());
  return proxy;
}

/** Joins the URLs of several servers into one. */
function joinUrls(urls: readonly string[], more = ""): string {
  const [first = ""] = urls;
  const hosts = urls.map((url) => new URL(url).host);
  return first.replace(new URL(first).host, hosts.join(",")) + more;
}

it("leads every connection to the server that takes writes, and to the new one after a failover", async () => {
  const pair = new DatabasePair("/var/tmp");
  ends.push(() => pair.close());
  await pair.open();
  const [one, two] = [await openProxy(pair.primaryUrl), await openProxy(pair.standbyUrl)];
  // The standby comes first: the order means nothing.
  const url = joinUrls([two.url, one.url]);
  const db = createDatabase(url, { max: 4 });
  ends.push(() => db.destroy());
  const heard: string[] = [];
  let connections = 0;
  const listener = listen(
    { url, name: "hookyard-test" },
    { news: (payload) => heard.push(payload) },
    {
      onConnected() {
        connections += 1;
      },
    },
  );
  ends.push(() => listener.close());
  await until(() => connections === 1);
  await db.pool.query("create table kept (n int)");
  await Promise.all([1, 2, 3, 4].map((n) => db.pool.query("insert into kept values ($1)", [n])));
  await db.pool.query("select pg_notify('news', 'before')");
  await until(() => heard.length === 1);

  await pair.promote();
  await until(() => connections === 2);
  const write = () =>
    db.pool.query("insert into kept values (5)").then(
      () => true,
      () => false,
    );
  await until(write);
  await until(async () => {
    await db.pool.query("select pg_notify('news', 'after')");
    return heard.includes("after");
  });
  const { rows } = await db.pool.query("select n from kept order by n");
  expect(rows.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5]);
  const client = await openConnection(url);
  expect((await client.query("select pg_is_in_recovery() as is")).rows).toEqual([{ is: false }]);
  await client.end();
});

it("drops connections whose server takes no writes any more", async () => {
  const database = await createTestDatabase();
  ends.push(() => database.close());
  const db = createDatabase(database.url, { max: 1 });
  ends.push(() => db.destroy());
  await db.pool.query("create table written (n int)");
  await db.pool.query("set default_transaction_read_only = on");
  await expect(db.pool.query("insert into written values (1)")).rejects.toThrow("read-only");
  await db.pool.query("insert into written values (2)");
});

it("says what is wrong with each server if none takes writes, without the password", async () => {
  const database = await createTestDatabase();
  ends.push(() => database.close());
  const [away, readOnly] = [await openProxy(database.url), await openProxy(database.url)];
  away.mode = "away";
  const url = joinUrls([away.url, readOnly.url], "?options=-c%20default_transaction_read_only%3Don");
  const opening = openDatabase({ DATABASE_URL: url, HOOKYARD_DATA: "" }, {});
  const error = await opening.then(
    () => null,
    (reason: Error) => reason,
  );
  expect(error?.message).toMatch(/^DATABASE_URL does not lead to a database: no server of several takes writes \(/);
  expect(error?.message).toContain(`${new URL(readOnly.url).host}: it takes no writes at the moment`);
  expect(error?.message).toContain(`${new URL(away.url).host}: `);
  expect(error?.message).not.toContain(new URL(away.url).password);
});

it("refuses a read-only server", async () => {
  expect(() => clientOf("postgres://hookyard@one,two/hookyard?target_session_attrs=prefer-standby")).toThrow(
    "DATABASE_URL asks for target_session_attrs=prefer-standby, but Hookyard writes: say read-write or primary.",
  );
  await expect(
    openDatabase({ DATABASE_URL: "postgres://hookyard@one/hookyard?target_session_attrs=any", HOOKYARD_DATA: "" }, {}),
  ).rejects.toThrow("target_session_attrs=any");
});

it.each([
  ["postgres://ann:pa%40ss@one/shop", "postgres://ann:pa%40ss@two:5433/shop"],
  ["postgresql://ann@one:5432,three:5432/shop?sslmode=require", "postgresql://ann@two:5433/shop?sslmode=require"],
  ["postgres://one:5432", "postgres://two:5433"],
  ["postgres://ann@/shop?host=/var/run/postgresql", "postgres://ann@two:5433/shop"],
])("has %s on another server of the same installation", (url, other) => {
  expect(atServer(url, { host: "two", port: 5433 })).toBe(other);
});

it("has an address of IPv6 on another server too", () => {
  expect(atServer("postgres://one/shop", { host: "fd00::2", port: 5432 })).toBe("postgres://[fd00::2]:5432/shop");
});
