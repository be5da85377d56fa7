import { describe, expect, it } from "vitest";
import { ShardNames } from "@/lib/db/placement/shard-names";

const names = new ShardNames(
  new Map([
    ["lanes", "lanes_7"],
    ["projects", "projects_8"],
    ["delivery_queue", "delivery_queue_9"],
  ]),
);
const say = (text: string) => names.say(text, false);

describe("a statement in the names of a shard", () => {
  it.each([
    ["select lane_id from lanes", "select lane_id from lanes_7 as lanes"],
    ["select 1 from lanes l where l.lane_id = $1", "select 1 from lanes_7 l where l.lane_id = $1"],
    ["select 1 from lanes as l", "select 1 from lanes_7 as l"],
    [
      'select * from "lanes" where "lanes"."lane_id" = $1',
      'select * from lanes_7 as lanes where "lanes"."lane_id" = $1',
    ],
    ['select * from "lanes" as "l"', 'select * from lanes_7 as "l"'],
    ["(select lane_id from lanes)", "(select lane_id from lanes_7 as lanes)"],
    [
      "select 1 from lanes\nleft join delivery_queue q on true",
      "select 1 from lanes_7 as lanes\nleft join delivery_queue_9 q on true",
    ],
    ["update lanes set due_at = now()", "update lanes_7 as lanes set due_at = now()"],
    ["update lanes l set due_at = now()", "update lanes_7 l set due_at = now()"],
    [
      "delete from lanes l using delivery_queue q where q.lane_id = l.lane_id",
      "delete from lanes_7 l using delivery_queue_9 q where q.lane_id = l.lane_id",
    ],
    ["insert into lanes (lane_id) values ($1)", "insert into lanes_7 as lanes (lane_id) values ($1)"],
    ["lock table lanes in access exclusive mode", "lock table lanes_7 in access exclusive mode"],
    ["lock table only lanes in share mode", "lock table only lanes_7 in share mode"],
    ["truncate lanes", "truncate lanes_7"],
    [
      "create temporary table kept (like lanes) on commit drop",
      "create temporary table kept (like lanes_7) on commit drop",
    ],
    ["vacuum (skip_locked) lanes", "vacuum (skip_locked) lanes_7"],
    ["select from lanes for update skip locked", "select from lanes_7 as lanes for update skip locked"],
  ])("%s", (text, said) => expect(say(text)).toBe(said));

  it("has the project in a key that conflicts", () => {
    expect(say("insert into lanes as l (lane_id) select 1 on conflict (lane_id) do update set x = 1")).toBe(
      "insert into lanes_7 as l (lane_id) select 1 on conflict (lane_id, project_id) do update set x = 1",
    );
    const has = "insert into lanes as l (a) values ($1) on conflict (project_id, a) do nothing";
    expect(say(has)).toBe(has.replace("into lanes", "into lanes_7"));
    expect(say("insert into projects (id) values ($1) on conflict (id) do nothing")).toBe(
      "insert into projects_8 as projects (id) values ($1) on conflict (id) do nothing",
    );
    const other = "insert into workers (id) values ($1) on conflict (id) do nothing";
    expect(say(other)).toBe(other);
  });

  it.each([
    "select 'from lanes'",
    "select 'it''s from lanes' -- from lanes",
    "select 1 from workers join lanes_of_old on true",
    "select 1 from lanes.x",
    "select extract(epoch from due_at) from unnest($1::int[]) as u",
  ])("stays as it is where no table of a shard is named: %s", (text) => expect(say(text)).toBe(text));
});
