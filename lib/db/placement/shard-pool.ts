import pg from "pg";
import { SHARD_IS_ELSEWHERE } from "@/lib/db/placement/hold-shard";
import type { ShardNames } from "@/lib/db/placement/shard-names";

/** What a pool of a shard asks before each statement. */
export type ShardAccess = {
  /** Part of the names of prepared statements, which are one connection's for all of its shards. */
  readonly id: string;
  readonly names: ShardNames;
  /** The pool of the server that has the shard now. Throws a `ShardWasSplit` if none has. */
  pool(): pg.Pool;
  /** Called if a statement found the shard gone from its server. */
  onGone(): void;
};

/** A shard became several, of which each has some of its projects. */
export class ShardWasSplit extends Error {
  readonly code = SHARD_IS_ELSEWHERE;
  constructor() {
    super("this shard was split");
  }
}

const UNDEFINED_TABLE = "42P01";
const NAME_OF_SHARD = /_\d{6,}"/;

/**
 * A pool whose statements are said in the names of one shard, on the server that has it. It is used as any pool, except
 * that it is not ended: its connections are of its server's pool. A statement that finds the shard gone fails with
 * `SHARD_IS_ELSEWHERE`, and can be tried again soon.
 */
export function poolOfShard(access: ShardAccess): pg.Pool {
  const ask = translating(access, () => access.pool());
  return stand(() => access.pool(), {
    query: ask,
    async connect() {
      const client = await access.pool().connect();
      const query = translating(access, () => client);
      return stand(() => client, { query });
    },
    async end() {},
  }) as pg.Pool;
}

/** The object itself, but for some of its members. */
function stand<T extends object>(self: () => T, members: Readonly<Record<string, unknown>>): T {
  return new Proxy({} as T, {
    get(_, name) {
      if (typeof name === "string" && name in members) return members[name];
      const target = self();
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

type Asked = { query(...input: unknown[]): unknown };

function translating({ id, names, onGone }: ShardAccess, target: () => unknown) {
  return (query: unknown, ...rest: unknown[]): unknown => {
    let asked: Asked;
    try {
      asked = target() as Asked;
    } catch (error) {
      return Promise.reject(error as Error);
    }
    const answer = asked.query(translate(query, id, names), ...rest);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      if (!isGone(error)) throw error;
      onGone();
      throw Object.assign(error, { code: SHARD_IS_ELSEWHERE });
    });
  };
}

/** A write is refused by `hold_shard`; a read finds nothing any more under the shard's name. */
function isGone(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === SHARD_IS_ELSEWHERE || (error.code === UNDEFINED_TABLE && NAME_OF_SHARD.test(error.message));
}

type Named = { name?: string; text: string };

function translate(query: unknown, id: string, names: ShardNames): unknown {
  if (typeof query === "string") return names.say(query, false);
  const { name, text } = query as Named;
  if (name === undefined) return { ...(query as Named), text: names.say(text, false) };
  return { ...(query as Named), name: `${name} ${id}`, text: names.say(text, true) };
}
