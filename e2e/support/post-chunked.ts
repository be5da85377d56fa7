import { request } from "node:http";

/** Posts a body without announcing its length, and reads the answer even when it comes before the body's end. */
export function postChunked(url: string, chunks: Iterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: "POST", headers: { "content-type": "application/json" } });
    outgoing.once("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      outgoing.destroy();
    });
    // A server that has answered may close while the rest is still on its way: the answer is what counts then.
    outgoing.once("error", reject);
    for (const chunk of chunks) outgoing.write(chunk);
    outgoing.end();
  });
}
