import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/**
 * The status of a POST without a declared length. Sends until it is answered, as a server may close with its answer.
 */
export function postChunked(url: string, chunks: Iterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: "POST", headers: { "content-type": "application/json" } });
    let isAnswered = false;
    outgoing.once("response", (response) => {
      isAnswered = true;
      response.resume();
      resolve(response.statusCode ?? 0);
      outgoing.destroy();
    });
    outgoing.once("error", reject);
    const send = async () => {
      for (const chunk of chunks) {
        if (isAnswered) return;
        outgoing.write(chunk);
        await pause(20);
      }
      outgoing.end();
    };
    void send();
  });
}
