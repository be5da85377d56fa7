import { Gate } from "@/lib/feeds/brokers/conformance/gate.fixture";
import { PostgresServer } from "@/lib/feeds/change-stream/postgres-server.fixture";
import { newId } from "@/lib/kernel/ids";
import { killCopies, startCopy } from "@/lib/next/started-copy.fixture";
import { slotNameOf } from "@/lib/nouns/sources/db-change-stream";
import { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";
import { readSourceHealth } from "@/lib/nouns/sources/health";
import type { Engines } from "@/lib/program/engines";
import { EngineBench, Receiver, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";

/** A company's database that sources of a project follow, by way of a gate, and a receiver of the project's events. */
export class FollowedShop {
  projectId = "";
  sourceId = "";
  receiver = new Receiver();
  engines: Engines | null = null;

  private constructor(
    readonly bench: EngineBench,
    readonly server: PostgresServer,
    readonly gate: Gate,
  ) {}

  static async open(): Promise<FollowedShop> {
    const [bench, server] = await Promise.all([EngineBench.open(), PostgresServer.open()]);
    return new FollowedShop(bench, server, await new Gate(server.port).open());
  }

  async close(): Promise<void> {
    killCopies();
    await this.gate.close();
    await this.bench.close();
    await this.server.close();
  }

  /** For each test: a project of its own. */
  async renew(): Promise<void> {
    this.projectId = await this.bench.project("outgoing");
    this.receiver = await new Receiver().open();
    await this.bench.subscribe(this.projectId, await this.bench.endpoint(this.projectId, this.receiver.url));
  }

  /** After each test: no source, no slot and nothing running. */
  async clear(): Promise<void> {
    await this.bench.database.db.updateTable("sources").set({ deleted_at: new Date() }).execute();
    this.engines ??= await this.bench.start("worker");
    await until(async () => (await this.slots()).length === 0);
    await this.stop();
    this.receiver.close();
  }

  ask = (text: string) => this.server.ask(text);
  slot = () => slotNameOf(this.sourceId);

  async slots(): Promise<{ slot_name: string; active_pid: number | null }[]> {
    return (await this.ask("select slot_name, active_pid from pg_replication_slots")).rows;
  }

  settings(more: object): DbChangeStream {
    return DbChangeStream.parse({ ...this.server.login, port: this.gate.port, ssl: "disable", ...more });
  }

  async source(more: object): Promise<void> {
    const id = newId();
    this.sourceId = id;
    const db_change_stream = testBox.seal(JSON.stringify(this.settings(more)));
    const row = { project_id: this.projectId, id, mask_id: id, name: "shop", type: "db_change_stream" as const };
    await this.bench.database.db
      .insertInto("sources")
      .values({ ...row, db_change_stream })
      .execute();
  }

  async change(more: object): Promise<void> {
    const db_change_stream = testBox.seal(JSON.stringify(this.settings(more)));
    await this.bench.database.db
      .updateTable("sources")
      .set({ db_change_stream })
      .where("id", "=", this.sourceId)
      .execute();
  }

  async delete(): Promise<void> {
    const set = { deleted_at: new Date() };
    await this.bench.database.db.updateTable("sources").set(set).where("id", "=", this.sourceId).execute();
  }

  health = () => readSourceHealth(this.bench.context(this.projectId), this.sourceId);
  connected = () => until(async () => (await this.health()).state === "connected");

  async follow(): Promise<void> {
    this.engines = await this.bench.start("worker");
    await this.connected();
  }

  async stop(): Promise<void> {
    await this.engines?.stop();
    this.engines = null;
  }

  /** A process of its own, which can be killed. */
  async startCopy() {
    const copy = await startCopy(this.bench.database.url);
    await this.connected();
    return copy;
  }

  events() {
    const events = this.bench.database.db.selectFrom("events").selectAll();
    return events.where("project_id", "=", this.projectId).orderBy("id").execute();
  }

  async changes() {
    return (await this.events()).map((event) => JSON.parse(event.payload.toString()));
  }
}
