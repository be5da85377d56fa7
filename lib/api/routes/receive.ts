import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import { INGEST_HEADERS } from "@/lib/api/answer-headers";
import { addressOf } from "@/lib/api/border";
import type { AppContext, AppEnv } from "@/lib/api/envelope";
import { KnownReceivers } from "@/lib/api/limits/known-receivers";
import type { RequestLimits } from "@/lib/api/limits/request-limits";
import { SlowAnswers } from "@/lib/api/limits/slow-answers";
import type { ApiServices } from "@/lib/api/services";
import { isReceiverToken, RECEIVER_PATH } from "@/lib/egress/own-receivers";
import { type BodyStart, readIncomingStart, readStream } from "@/lib/intake/read-body";
import { HookyardError } from "@/lib/kernel/errors";
import { keptHeaders } from "@/lib/nouns/receivers/kept-headers";
import { findReceiver, recordRequest } from "@/lib/nouns/receivers/record-request";
import { KEPT_BODY_BYTES, type ReceiverAnswer } from "@/lib/nouns/receivers/schemas";

/** As much as a project may send. Only the start is kept in memory. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const WITHOUT_BODY = [204, 205, 304];

const NO_RECEIVER = new HookyardError("not_found", "There is no receiver at this address.");

/**
 * Mounts `/receive/{token}`, where the receivers of projects answer. It is public: whoever does not know a token is
 * counted as guessing, and each receiver has a rate of its own.
 */
export function mountReceive(app: Hono<AppEnv>, services: ApiServices, limits: RequestLimits): void {
  const known = new KnownReceivers();
  const slow = services.slowAnswers ?? new SlowAnswers();

  async function find(c: AppContext, token: string) {
    const address = addressOf(c);
    if (!known.has(token)) limits.refuseGuesser(c, address);
    else known.count(token);
    const receiver = isReceiverToken(token) ? await findReceiver(services, token) : null;
    if (receiver === null) {
      known.forget(token);
      limits.countGuess(c, address);
      throw NO_RECEIVER;
    }
    if (!known.has(token)) known.count(token);
    return receiver;
  }

  app.all(`${RECEIVER_PATH}:token`, async (c) => {
    const token = c.req.param("token");
    const { id, project_id, delay_ms } = await find(c, token);
    const leave = delay_ms > 0 ? slow.enter(id) : () => {};
    try {
      const answer = await record(c, { ...services, db: services.dbOf(project_id) }, token);
      await slow.wait(answer.delay_ms, signalOfEnd(c));
      return send(c, answer);
    } finally {
      leave();
    }
  });
}

/** Aborted when the caller is gone. */
function signalOfEnd(c: AppContext): AbortSignal {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  if (!outgoing) return c.req.raw.signal;
  const ended = new AbortController();
  if (outgoing.destroyed) ended.abort();
  else outgoing.once("close", () => ended.abort());
  return ended.signal;
}

/** The body's memory is free again before the answer waits. */
async function record(c: AppContext, services: ApiServices, token: string): Promise<ReceiverAnswer> {
  const share = services.bodies?.open(addressOf(c));
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  try {
    const limits = { limit: MAX_BODY_BYTES, kept: KEPT_BODY_BYTES };
    const { start, bytes } = incoming
      ? await readIncomingStart(incoming, limits, share)
      : toStart(await readStream(c.req.raw.body, MAX_BODY_BYTES, share));
    const queryAt = c.req.url.indexOf("?");
    const answer = await recordRequest(services, token, {
      method: c.req.method,
      query: queryAt === -1 ? "" : c.req.url.slice(queryAt + 1),
      headers: keptHeaders(incoming ? incoming.headers : c.req.header()),
      body: start,
      bodyBytes: bytes,
    });
    if (answer === null) throw NO_RECEIVER;
    return answer;
  } finally {
    share?.close();
  }
}

function toStart(body: Buffer): BodyStart {
  return { start: body.subarray(0, KEPT_BODY_BYTES), bytes: body.length };
}

/** Writes to Node's own response if there is one, because a web response refuses some statuses. */
function send(c: AppContext, { status, content_type, body, retry_after }: ReceiverAnswer): Response {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  const isEmpty = WITHOUT_BODY.includes(status);
  const headers = {
    "x-request-id": c.get("requestId"),
    "cache-control": "no-store",
    ...(!isEmpty && { "content-type": content_type }),
    ...(retry_after !== null && { "retry-after": String(retry_after) }),
    ...INGEST_HEADERS,
  };
  if (!outgoing) return new Response(isEmpty ? null : body, { status, headers });
  outgoing.writeHead(status, isEmpty ? headers : { ...headers, "content-length": Buffer.byteLength(body) });
  outgoing.end(isEmpty ? undefined : body);
  return RESPONSE_ALREADY_SENT;
}
