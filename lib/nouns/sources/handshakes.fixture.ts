import { createHmac } from "node:crypto";
import { expect } from "vitest";
import type { ApiBench, ApiProject } from "@/lib/api/api.fixture";

export const FIRST = "b537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53e81";
export const SECOND = "0a537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53e8";
export const STRANGERS = "ee537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53ee";
export const TOKEN = "secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl";

const EVENTS = JSON.stringify({ events: [{ action: "changed", resource: { gid: "1", resource_type: "task" } }] });

export type Made = { uid: string; mask_id: string; verifier: unknown };

/** What providers and admins do with the handshakes of a project's sources. */
export class Handshakes {
  constructor(
    readonly bench: ApiBench,
    readonly project: ApiProject,
  ) {}

  async make(provider: "asana" | "notion", more: object = {}): Promise<Made> {
    const body = { name: provider, type: "http", provider, ...more };
    const made = await this.project.ask("POST", "/sources", { body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    this.reload();
    return made.body.data;
  }

  /** No engine runs here that would hear of a change. */
  reload(): void {
    this.bench.services.snapshots.forget(this.project.id);
  }

  post(source: Pick<Made, "mask_id">, headers: Record<string, string>, raw = "") {
    const all = { "content-type": "application/json", ...headers };
    return this.bench.ask("POST", `/ingest/${source.mask_id}`, { raw, headers: all });
  }

  shake(source: Pick<Made, "mask_id">, secret: string) {
    return this.post(source, { "x-hook-secret": secret });
  }

  verify(source: Made, token: unknown) {
    return this.post(source, {}, JSON.stringify({ verification_token: token }));
  }

  sign(source: Made, secret: string) {
    const signature = createHmac("sha256", secret).update(EVENTS).digest("hex");
    return this.post(source, { "x-hook-signature": signature }, EVENTS);
  }

  async told({ uid }: Pick<Made, "uid">) {
    return (await this.project.ask("GET", `/sources/${uid}/handshakes`)).body.data;
  }

  wait({ uid }: Pick<Made, "uid">, body: object = {}) {
    return this.project.ask("POST", `/sources/${uid}/handshake-window`, { body });
  }

  stop({ uid }: Made) {
    return this.project.ask("DELETE", `/sources/${uid}/handshake-window`);
  }

  forget({ uid }: Made, id: string) {
    return this.project.ask("DELETE", `/sources/${uid}/handshakes/${id}`);
  }

  later(seconds: number): void {
    this.bench.services.clock = { now: () => new Date(Date.now() + seconds * 1_000) };
  }

  /** What the audit log has of a source, and by whom. */
  async audited({ uid }: Made): Promise<string[]> {
    const lines = await this.bench.services.db
      .selectFrom("audit_log")
      .select(["action", "actor_kind"])
      .where("resource_id", "=", uid)
      .orderBy("id")
      .execute();
    return lines.map(({ action, actor_kind }) => `${action} by ${actor_kind}`);
  }

  /** Status and code of each refused request. */
  async refusals({ uid }: Made): Promise<unknown[]> {
    await this.bench.services.refusals.write();
    const { content } = (await this.project.ask("GET", `/sources/${uid}/refusals`)).body.data;
    return content.map(({ status, code }: { status: number; code: string }) => [status, code]);
  }
}
