import { pino } from "pino";
import { newId } from "@/lib/kernel/ids";
import type { AlertRuleKind } from "@/lib/kernel/vocabulary";
import { HealthReader } from "@/lib/nouns/health/health-reader";
import { listProblems } from "@/lib/nouns/problems/queries";
import { ListProblems, type Problem } from "@/lib/nouns/problems/schemas";
import { EngineBench } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";
import { keepProblems, WHOLE_DATABASE } from "@/lib/upkeep/problems/keeper";

const TABLES = [
  "problems",
  "notifications",
  "alert_routes",
  "alert_tellings",
  "alert_rules",
  "export_failures",
  "ledger_differences",
  "receiver_certificates",
];

/** A project, and rounds of looking for trouble at times that a test chooses. */
export class ProblemBench {
  /** Moves only when a test says so. What the database compares with its own clock is written to fit. */
  now = new Date();
  projectId = "";
  readonly #lines: Record<string, unknown>[] = [];

  private constructor(readonly engines: EngineBench) {}

  static async open(): Promise<ProblemBench> {
    return new ProblemBench(await EngineBench.open());
  }

  /** Another project, and nothing that was found or told before. */
  async renew(settings: Parameters<EngineBench["project"]>[1] = {}): Promise<void> {
    this.now = new Date();
    for (const table of TABLES) await this.query(`delete from ${table}`);
    this.projectId = await this.engines.project("outgoing", settings);
  }

  query(text: string, values: unknown[] = []) {
    return this.engines.database.db.pool.query(text, values);
  }

  pass(seconds: number): void {
    this.now = new Date(this.now.getTime() + seconds * 1_000);
  }

  /** One round of a copy. */
  async look(): Promise<void> {
    const { db } = this.engines.database;
    const log = pino({ base: null, timestamp: false }, { write: (line) => this.#lines.push(JSON.parse(line)) });
    const health = new HealthReader({ pool: db.pool, log });
    const parts = { db, looked: WHOLE_DATABASE, log, health, box: testBox, clock: { now: () => this.now } };
    await keepProblems({ ...parts, publicUrl: "https://hooks.example", onMessages() {} });
  }

  /** What the log says of the project, from level `info` on. */
  logged(): Record<string, unknown>[] {
    return this.#lines.filter(({ project }) => project === this.projectId);
  }

  /** What is shown of a project, or of the installation, the newest first. */
  async problems(of = this.projectId): Promise<Problem[]> {
    const scope = { ...this.engines.context(this.projectId), projectId: of };
    return (await listProblems(scope, ListProblems.parse({}))).content;
  }

  async titles(of = this.projectId): Promise<string[]> {
    return (await this.problems(of)).map(({ title }) => title);
  }

  /** A source that Hookyard reads itself. */
  async source(name = "orders"): Promise<string> {
    const id = newId();
    await this.query(
      "insert into sources (project_id, id, mask_id, name, type, verifier) values ($1, $2, $3, $4, 'pub_sub', $5)",
      [this.projectId, id, id, name, testBox.seal('{"type":"noop"}')],
    );
    return id;
  }

  /** What the consumer of a source reports, from a copy that holds it. */
  async report(
    id: string,
    given: { state: string; failures?: number; error?: string; lagBytes?: number },
  ): Promise<void> {
    const { state, failures = 0, error = null, lagBytes = null } = given;
    await this.query(
      `insert into source_consumers
         (project_id, source_id, worker_id, lease_until, state, failures, last_error, lag, lag_unit)
       values ($1, $2, $2, now() + interval '1 hour', $3, $4, $5, $6, $7)
       on conflict (project_id, source_id) do update set state = excluded.state, failures = excluded.failures,
         lag = excluded.lag, lag_unit = excluded.lag_unit`,
      [this.projectId, id, state, failures, error, lagBytes, lagBytes === null ? null : "bytes"],
    );
  }

  /** A source whose reader broke down for good. */
  async brokenSource(name = "orders"): Promise<string> {
    const id = await this.source(name);
    await this.report(id, { state: "parked", error: "broken" });
    return id;
  }

  async setRule(
    kind: AlertRuleKind,
    given: { isEnabled?: boolean; threshold?: number; silencedUntil?: Date },
  ): Promise<void> {
    const { isEnabled = true, threshold = 0, silencedUntil = null } = given;
    await this.query(
      `insert into alert_rules (project_id, kind, is_enabled, threshold, silenced_until) values ($1, $2, $3, $4, $5)
       on conflict (project_id, kind) do update set is_enabled = excluded.is_enabled, threshold = excluded.threshold,
         silenced_until = excluded.silenced_until`,
      [this.projectId, kind, isEnabled, threshold, silencedUntil],
    );
  }

  async route(
    given: { type?: string; kinds?: AlertRuleKind[]; pause?: number; of?: string; settings?: object } = {},
  ): Promise<string> {
    const id = newId();
    const { type = "slack", kinds = null, pause = 0, of = this.projectId, settings = {} } = given;
    await this.query(
      `insert into alert_routes (project_id, id, name, type, settings, kinds, pause_seconds, is_enabled)
       values ($1, $2, 'on call', $3, $4, $5, $6, true)`,
      [of, id, type, testBox.seal(JSON.stringify({ type, ...settings })), kinds, pause],
    );
    return id;
  }

  /** The messages that were written, the oldest first, in one line each and without the project's name. */
  async messages(of = this.projectId): Promise<string[]> {
    const { rows } = await this.query("select subject from notifications where project_id = $1 order by id", [of]);
    return rows.map(({ subject }) => subject.split(" · ")[0]);
  }

  close(): Promise<void> {
    return this.engines.close();
  }
}
