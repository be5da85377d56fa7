/**
 * The messages of PostgreSQL's plugin pgoutput, protocol version 1
 * (https://www.postgresql.org/docs/current/protocol-logicalrep-message-formats.html). Values stay as the server writes
 * them, because the driver's parsers would round what JavaScript's numbers cannot hold.
 */

/** `undefined` is a large value that the change left as it was: the server does not send it. */
export type Value = string | null | undefined;
export type Column = { name: string; typeOid: number; isKey: boolean };
export type Relation = { schema: string; name: string; columns: readonly Column[] };
export type Row = readonly Value[];

export type ReplicationMessage =
  | { tag: "begin"; commitLsn: bigint; committedAt: Date; xid: number }
  | { tag: "commit"; endLsn: bigint }
  | { tag: "insert"; relation: Relation; old: null; new: Row }
  | { tag: "update"; relation: Relation; old: OldRow | null; new: Row }
  | { tag: "delete"; relation: Relation; old: OldRow; new: null }
  | { tag: "truncate"; relations: Relation[] }
  | { tag: "other" };

/** What was there before: the whole row, or only its key, as the table's replica identity says. */
export type OldRow = { row: Row; isKey: boolean };

const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

/** Reads the messages of one stream; a relation is described once, before its first change. */
export class PgoutputReader {
  readonly #relations = new Map<number, Relation>();

  read(message: Buffer): ReplicationMessage {
    const at = new Cursor(message);
    switch (at.char()) {
      case "B":
        return { tag: "begin", commitLsn: at.int64(), committedAt: at.time(), xid: at.uint32() };
      case "C":
        at.char();
        at.int64();
        return { tag: "commit", endLsn: at.int64() };
      case "R":
        this.#relations.set(at.uint32(), readRelation(at));
        return { tag: "other" };
      case "I": {
        const relation = this.#relationOf(at);
        at.char();
        return { tag: "insert", relation, old: null, new: readRow(at) };
      }
      case "U":
        return this.#readUpdate(at);
      case "D": {
        const relation = this.#relationOf(at);
        const isKey = at.char() === "K";
        return { tag: "delete", relation, old: { row: readRow(at), isKey }, new: null };
      }
      case "T": {
        const count = at.uint32();
        at.byte();
        return { tag: "truncate", relations: Array.from({ length: count }, () => this.#relationOf(at)) };
      }
      default:
        return { tag: "other" };
    }
  }

  #readUpdate(at: Cursor): ReplicationMessage {
    const relation = this.#relationOf(at);
    const kind = at.char();
    if (kind === "N") return { tag: "update", relation, old: null, new: readRow(at) };
    const old = { row: readRow(at), isKey: kind === "K" };
    at.char();
    return { tag: "update", relation, old, new: readRow(at) };
  }

  #relationOf(at: Cursor): Relation {
    const relation = this.#relations.get(at.uint32());
    if (!relation) throw new Error("The server sent a change of a table that it had not described.");
    return relation;
  }
}

function readRelation(at: Cursor): Relation {
  const schema = at.text();
  const name = at.text();
  at.char();
  const columns = Array.from({ length: at.uint16() }, () => {
    const isKey = (at.byte() & 1) === 1;
    const column = { name: at.text(), typeOid: at.uint32(), isKey };
    at.uint32();
    return column;
  });
  return { schema, name, columns };
}

function readRow(at: Cursor): Row {
  return Array.from({ length: at.uint16() }, () => {
    const kind = at.char();
    if (kind === "n") return null;
    if (kind === "u") return undefined;
    return at.bytes(at.uint32()).toString("utf8");
  });
}

class Cursor {
  #at = 0;
  constructor(readonly buffer: Buffer) {}

  byte(): number {
    return this.buffer.readUInt8(this.#advance(1));
  }
  char(): string {
    return String.fromCharCode(this.byte());
  }
  uint16(): number {
    return this.buffer.readUInt16BE(this.#advance(2));
  }
  uint32(): number {
    return this.buffer.readUInt32BE(this.#advance(4));
  }
  int64(): bigint {
    return this.buffer.readBigInt64BE(this.#advance(8));
  }
  time(): Date {
    return new Date(POSTGRES_EPOCH_MS + Number(this.int64() / 1000n));
  }
  text(): string {
    const end = this.buffer.indexOf(0, this.#at);
    const text = this.buffer.toString("utf8", this.#at, end);
    this.#at = end + 1;
    return text;
  }
  bytes(length: number): Buffer {
    const start = this.#advance(length);
    return this.buffer.subarray(start, start + length);
  }
  #advance(bytes: number): number {
    this.#at += bytes;
    return this.#at - bytes;
  }
}
