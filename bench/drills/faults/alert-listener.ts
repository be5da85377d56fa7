import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { monotonicMs } from "@/bench/clock";
import { toKey } from "@/lib/signing/secrets";
import { signStandard } from "@/lib/signing/standard-webhooks";
import type { MessageContent } from "@/lib/upkeep/messages/content";

type Heard = { readonly at: number; readonly opened: number; readonly over: number };

/** Who an alert route of the kind webhook tells: each message with the time, once its signature is found right. */
export class AlertListener {
  readonly secret = `whsec_${randomBytes(24).toString("base64")}`;
  readonly heard: Heard[] = [];
  url = "";
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks);
      const isRight = await this.#isSigned(request.headers, body);
      if (isRight) this.#hear(body);
      response.writeHead(isRight ? 200 : 401).end();
    });
  });

  async open(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/alerts`;
    return this;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The messages that tell of trouble, or of its end. */
  of(what: "opened" | "over"): Heard[] {
    return this.heard.filter((message) => message[what] > 0);
  }

  async #isSigned(headers: IncomingHttpHeaders, body: Buffer): Promise<boolean> {
    const at = Number(headers["webhook-timestamp"]);
    const right = await signStandard(String(headers["webhook-id"]), at, body, [toKey(this.secret)]);
    return headers["webhook-signature"] === right["webhook-signature"];
  }

  #hear(body: Buffer): void {
    const { data } = JSON.parse(body.toString()) as { data: MessageContent };
    this.heard.push({ at: monotonicMs(), opened: data.opened.length, over: data.over.length });
  }
}
