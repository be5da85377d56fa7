import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import { INGEST_HEADERS } from "@/lib/api/answer-headers";
import { addressOf } from "@/lib/api/border";
import type { AppContext, AppEnv } from "@/lib/api/envelope";
import type { ApiServices } from "@/lib/api/services";
import { answerChallenge } from "@/lib/intake/answer-challenge";
import { readIncoming, readStream } from "@/lib/intake/read-body";
import { type ReceivedRequest, receive } from "@/lib/intake/receive";
import type { BodyShare } from "@/lib/kernel/body-budget";
import type { ChallengeAnswer } from "@/lib/providers/challenge";

/**
 * Mounts `/ingest/{mask_id}`, where the senders of an incoming project post. The app's error handler handles errors.
 */
export function mountIngest(app: Hono<AppEnv>, services: ApiServices): void {
  app.on(["POST", "PUT", "PATCH"], "/ingest/:maskId", async (c) => {
    const address = addressOf(c);
    const share = services.bodies?.open(address);
    try {
      const outcome = await receive(services, toRequest(c, address, share));
      if (outcome.kind === "challenge") return sendAnswer(c, outcome.answer);
      const { source, uid, isDuplicate } = outcome;
      c.set("eventId", uid);
      if (source.customResponse) return send(c, source.customResponse.body, source.customResponse.content_type);
      const data = { uid, is_duplicate_event: isDuplicate };
      return send(c, JSON.stringify({ status: true, message: "Event received", data }), "application/json");
    } finally {
      share?.close();
    }
  });
  app.get("/ingest/:maskId", async (c) => {
    return sendAnswer(c, await answerChallenge(services, toRequest(c, addressOf(c))));
  });
}

/** Writes to Node's own response if there is one, without the streams of a web response. */
function sendAnswer(c: AppContext, { status, body, contentType, headers = {} }: ChallengeAnswer): Response {
  if (status === 200) return send(c, body, contentType, headers);
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  const all = { ...headers, ...INGEST_HEADERS };
  if (!outgoing) return c.body(null, 204, all);
  outgoing.writeHead(204, { "x-request-id": c.get("requestId"), ...all });
  outgoing.end();
  return RESPONSE_ALREADY_SENT;
}

const NO_HEADERS = {};

function send(
  c: AppContext,
  body: string,
  contentType: string,
  more: Readonly<Record<string, string>> = NO_HEADERS,
): Response {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  const headers = { ...more, "content-type": contentType, "x-request-id": c.get("requestId"), ...INGEST_HEADERS };
  if (!outgoing) return c.body(body, 200, headers);
  outgoing.writeHead(200, { ...headers, "content-length": Buffer.byteLength(body) });
  outgoing.end(body);
  return RESPONSE_ALREADY_SENT;
}

/** Reads from Node's own request if there is one, which is several times cheaper than a web stream. */
function toRequest(c: AppContext, address: string, share?: BodyShare): ReceivedRequest {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const queryAt = c.req.url.indexOf("?");
  return {
    method: c.req.method,
    address,
    maskId: c.req.param("maskId") ?? "",
    headers: incoming ? incoming.headers : c.req.header(),
    query: queryAt === -1 ? "" : c.req.url.slice(queryAt + 1),
    path: c.req.path,
    trace: c.get("trace"),
    readBody: (limit) => (incoming ? readIncoming(incoming, limit, share) : readStream(c.req.raw.body, limit, share)),
  };
}
