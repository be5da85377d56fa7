import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DatabaseProxy } from "@/lib/db/database-proxy.fixture";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, eventFor, Receiver, until } from "@/lib/program/engines.fixture";
import { toHookyardError } from "@/lib/wire/to-hookyard-error";

let database: TestDatabase;
let proxy: DatabaseProxy;
let bench: EngineBench;
let engines: Engines;
let receiver: Receiver;
let projectId: string;
let endpointId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.pool.query(FULL_DISK);
  proxy = await new DatabaseProxy().open(database.url);
  bench = new EngineBench({ ...database, url: proxy.url });
  engines = await bench.start();
});
afterAll(async () => {
  // Whatever still waits for a lost answer learns that none will come.
  proxy.mode = "away";
  proxy.mode = "pass";
  await bench.close();
  proxy.close();
});
beforeEach(async () => {
  receiver = await new Receiver().open();
  projectId = await bench.project("outgoing");
  endpointId = await bench.endpoint(projectId, receiver.url);
  await bench.subscribe(projectId, endpointId);
  await engines.recorder.record(eventFor(projectId, endpointId));
  await until(() => receiver.got.length === 1);
});
afterEach(() => {
  proxy.mode = "pass";
  receiver.close();
});

/**
 * A disk without space for the rows of one table, nor for what the program probes it with, as long as `full_disk` has that table's
 * name. In place before the engines start: a trigger that is taken away from a table in use would meet their locks.
 */
const FULL_DISK = `
  create table full_disk (for_table text);
  create function refuse_rows() returns trigger language plpgsql as $$ begin
    if exists (select from full_disk where for_table = tg_argv[0]) then
      raise exception 'could not extend file: No space left on device' using errcode = '53100';
    end if;
    return new;
  end $$;
  create function refuse_probe() returns event_trigger language plpgsql as $$ begin
    if exists (select from full_disk) then
      raise exception 'could not extend file: No space left on device' using errcode = '53100';
    end if;
  end $$;
  create trigger full_disk before insert on events for each row execute function refuse_rows('events');
  create trigger full_disk before insert on delivery_attempts for each row execute function refuse_rows('delivery_attempts');
  create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function refuse_probe()`;
const fillDisk = (table: "events" | "delivery_attempts") =>
  database.db.pool.query("insert into full_disk values ($1)", [table]);
const freeDisk = () => database.db.pool.query("delete from full_disk");

/** The answer to a sender: "accepted", or the code and Retry-After of its refusal. */
async function send(more: Parameters<typeof eventFor>[2] = {}): Promise<string> {
  try {
    const { isDuplicate } = await engines.recorder.record(eventFor(projectId, endpointId, more));
    return isDuplicate ? "duplicate" : "accepted";
  } catch (error) {
    const { code, retryAfter } = toHookyardError(error);
    return `${code} ${retryAfter}`;
  }
}

const isAcceptedAgain = () => until(async () => (await send()) === "accepted");
const countEvents = async () =>
  (await database.db.selectFrom("events").selectAll().where("project_id", "=", projectId).execute()).length;

describe("while the database", () => {
  it("is full, it refuses events with 503 and stores nothing; it takes them again when there is space", async () => {
    await fillDisk("events");
    expect(await Promise.all([send(), send({ idempotencyKey: "one" })])).toEqual(["unavailable 2", "unavailable 2"]);
    await freeDisk();
    expect(await countEvents()).toBe(1);
    expect(await send({ idempotencyKey: "one" })).toBe("accepted");
    await until(() => receiver.got.length === 2);
  });

  it("is full for the results of deliveries alone, that is noticed, and they are settled when there is space", async () => {
    await fillDisk("delivery_attempts");
    expect(await send()).toBe("accepted");
    await until(() => engines.disks.isFull());
    await freeDisk();
    await until(async () => !(await engines.disks.isFull()));
    const attempts = database.db.selectFrom("delivery_attempts").selectAll().where("project_id", "=", projectId);
    await until(async () => (await attempts.execute()).length === 2);
    expect(receiver.got).toHaveLength(2);
  });

  it("is unreachable, it refuses events with 503; it takes and delivers them when it is back", async () => {
    proxy.mode = "away";
    expect(await send()).toBe("unavailable 2");
    proxy.mode = "pass";
    await isAcceptedAgain();
    await until(() => receiver.got.length >= 2);
  });

  it("answers nothing, it tells every waiting sender so in bounded time, and each may repeat with its key", async () => {
    proxy.mode = "mute";
    const answers = await Promise.all(Array.from({ length: 900 }, (_, key) => send({ idempotencyKey: `key ${key}` })));
    expect(new Set(answers)).toEqual(new Set(["unavailable 2"]));
    proxy.mode = "pass";
    await isAcceptedAgain();
    const again = await Promise.all(Array.from({ length: 900 }, (_, key) => send({ idempotencyKey: `key ${key}` })));
    expect(again.filter((answer) => answer !== "accepted" && answer !== "duplicate")).toEqual([]);
    const bodies = 1 + 1 + 900;
    await until(() => receiver.got.length >= bodies);
  });
});

describe("a commit whose answer is lost", () => {
  it("is delivered within seconds, and a sender that repeats it with its key creates no second event", async () => {
    // Maintenance commits at any time, too.
    proxy.loseAnswerTo("commit\0", "lost answer");
    expect(await send({ idempotencyKey: "lost answer" })).toBe("unavailable 2");
    expect(await countEvents()).toBe(2);
    await until(() => receiver.got.length === 2);
    await until(async () => (await send({ idempotencyKey: "lost answer" })) === "duplicate");
    expect(receiver.got).toHaveLength(2);
  });
});
