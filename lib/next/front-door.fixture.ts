import type { RequestListener, Server } from "node:http";
import { connect, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { createApp } from "@/lib/api/app";
import { createBlockCheck } from "@/lib/kernel/address-blocks";
import { BodyBudget } from "@/lib/kernel/body-budget";
import { type Env, readEnv } from "@/lib/kernel/env";
import { createFrontDoor, listen } from "@/lib/next/front-door";
import { createReloadChannel } from "@/lib/next/reload-channel";
import { until } from "@/lib/program/engines.fixture";

export const MIB = 1024 * 1024;

/** Stands for Next.js: reads any body and reports its length. */
const pages: RequestListener = async (request, response) => {
  let length = 0;
  for await (const chunk of request) length += chunk.length;
  const { "x-forwarded-for": forwarded = null, "x-hookyard-address": address } = request.headers;
  response.end(JSON.stringify({ length, forwarded, address }));
};

/** `HOST` among the settings says where to listen; undefined is the default. */
type Opening = { settings?: Record<string, string | undefined>; windowMs?: number };

/** Front doors in this process that lead to the real app, with a source to post to. */
export class DoorBench {
  readonly #doors: Server[] = [];
  readonly #sockets: Socket[] = [];

  private constructor(
    readonly bench: ApiBench,
    readonly incoming: ApiProject,
    readonly maskId: string,
  ) {}

  static async open(): Promise<DoorBench> {
    const bench = await ApiBench.open();
    const incoming = await bench.project("incoming", { max_payload_read_size: 50 * MIB });
    const id = await incoming.source();
    return new DoorBench(bench, incoming, (await incoming.ask("GET", `/sources/${id}`)).body.data.mask_id);
  }

  /** Closes what a test has opened. */
  closeDoors(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
    for (const door of this.#doors.splice(0)) {
      door.closeAllConnections();
      door.close();
    }
  }

  async openDoor({ settings = {}, windowMs }: Opening = {}) {
    const env = readEnv({ NODE_ENV: "test", HOST: "127.0.0.1", ...settings });
    const bodies = new BodyBudget(env.HOOKYARD_BODY_MIB * MIB, {
      ...(windowMs !== undefined && { windowMs }),
      isTrusted: createBlockCheck(env.HOOKYARD_TRUSTED_PROXIES),
    });
    const metrics = { token: env.HOOKYARD_METRICS_TOKEN };
    const services = { ...this.bench.services, bodies, metrics, ingestUrl: env.HOOKYARD_INGEST_URL };
    const app = createApp(services, { readSession: async () => null });
    const api = getRequestListener(app.fetch, { overrideGlobalObjects: false, autoCleanupIncoming: false });
    const door = createFrontDoor(env, { api, pages }, { bodies, standing: { isStopping: false } });
    // Does what Next.js does to its server at the first page.
    const upgraded: string[] = [];
    createReloadChannel(door, env.NODE_ENV === "development").on("upgrade", ({ url }, socket) => {
      upgraded.push(url ?? "");
      socket.end();
    });
    const port = await this.listen(door, env);
    return { port, bodies, upgraded, base: `http://127.0.0.1:${port}` };
  }

  async listen(server: Server, { HOST }: Pick<Env, "HOST"> = { HOST: "127.0.0.1" }): Promise<number> {
    this.#doors.push(server);
    return listen(server, { HOST, PORT: 0 });
  }

  connect(port: number): Socket {
    const socket = connect(port, "127.0.0.1");
    this.#sockets.push(socket);
    return socket;
  }

  /** Opens a connection and collects what comes back on it. */
  dial(port: number) {
    const socket = this.connect(port);
    let answer = "";
    let isClosed = false;
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      isClosed = true;
    });
    return {
      send: (text: string | Buffer) => socket.write(text),
      soFar: () => answer,
      answered: () => until(() => (answer.includes("\r\n\r\n") || isClosed) && answer),
      closed: () => until(() => isClosed),
    };
  }

  /** Returns the first line of the answer. */
  async raw(port: number, head: string): Promise<string> {
    const connection = this.dial(port);
    connection.send(`${head}\r\n\r\n`);
    return (await connection.answered()).split("\r\n")[0] ?? "";
  }
}
