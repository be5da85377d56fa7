import type { Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { ApiBench, ApiProject } from "@/lib/api/api.fixture";
import { createApp } from "@/lib/api/app";
import { forgetApiKeys } from "@/lib/api/key-cache";
import { BodyBudget } from "@/lib/kernel/body-budget";
import { readEnv } from "@/lib/kernel/env";
import { closeDoor, createFrontDoor, listen } from "@/lib/next/front-door";
import { createReadSession } from "@/lib/next/session";
import type { SignalMessage } from "@/lib/nouns/signals/schemas";
import { type Engines, startEngines } from "@/lib/program/engines";
import { until } from "@/lib/program/engines.fixture";
import { createTestRuntime } from "@/lib/program/runtime.fixture";

/** A copy on the database of a bench: engines, and a front door with the app and real sessions behind it. */
export class StreamingCopy {
  private constructor(
    readonly engines: Engines,
    readonly door: Server,
    readonly base: string,
  ) {}

  static async start(bench: ApiBench, role: "all" | "web" = "all"): Promise<StreamingCopy> {
    const engines = await startEngines(createTestRuntime(bench.database, role), forgetApiKeys);
    const env = readEnv({ NODE_ENV: "test" });
    const services = { ...bench.services, ...engines };
    const readSession = createReadSession({ ...services, env, sessionSecret: "s".repeat(32) });
    const app = createApp(services, { readSession });
    const api = getRequestListener(app.fetch, { overrideGlobalObjects: false, autoCleanupIncoming: false });
    const bodies = new BodyBudget(1024 * 1024);
    const door = createFrontDoor(env, { api, pages: null }, { bodies, standing: { isStopping: false } });
    const port = await listen(door, { HOST: "127.0.0.1", PORT: 0 });
    return new StreamingCopy(engines, door, `http://127.0.0.1:${port}`);
  }

  /** Opens the stream of a project as whoever these headers name. */
  async open(project: Pick<ApiProject, "id">, headers: Record<string, string>): Promise<OpenStream> {
    const leaving = new AbortController();
    const response = await fetch(`${this.base}/v1/projects/${project.id}/stream`, { headers, signal: leaving.signal });
    return new OpenStream(response, () => leaving.abort());
  }

  async stop(): Promise<void> {
    this.engines.signals.close();
    await closeDoor(this.door, 0);
    await this.engines.stop();
  }
}

/** A stream as a client reads it. */
export class OpenStream {
  text = "";
  hasEnded = false;

  constructor(
    readonly response: Response,
    readonly leave: () => void,
  ) {
    if (response.ok) void this.#read();
  }

  get messages(): SignalMessage[] {
    return [...this.text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
  }

  /** Everything that was told so far. */
  get told(): { changed: Set<string>; newEvents: number } {
    return {
      changed: new Set(this.messages.flatMap(({ changed }) => changed)),
      newEvents: this.messages.reduce((sum, { new_events }) => sum + new_events, 0),
    };
  }

  /** Waits for the first message. */
  begun = () => until(() => this.messages.length > 0);
  tells = (signal: string) => until(() => this.told.changed.has(signal));
  ended = () => until(() => this.hasEnded);

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    const reader = this.response.body?.getReader();
    try {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        this.text += decoder.decode(part.value, { stream: true });
      }
      this.hasEnded = true;
    } catch {
      // The client left, or the connection was cut: this is no end.
    }
  }
}
