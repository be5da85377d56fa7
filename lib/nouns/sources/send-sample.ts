import { z } from "zod";
import type { ProjectContext } from "@/lib/db/context";
import { type OwnAnswer, type OwnDoor, postToOwnDoor } from "@/lib/egress/own-door";
import { conflict, HookyardError } from "@/lib/kernel/errors";
import { REFUSAL_CODES } from "@/lib/kernel/refusal-codes";
import { recordAudit } from "@/lib/nouns/audit-log/record";
import { makeSourceSample } from "@/lib/nouns/sources/make-sample";
import type { SendSample, SentSample } from "@/lib/nouns/sources/sample-schemas";
import { isOfTheConnection } from "@/lib/wire/sent-header";

type Way = { door: OwnDoor | undefined; signal: AbortSignal };

/**
 * Sends a sample to a source as its sender would: signed, over HTTP, to the source's address at this copy's own front
 * door. Returns what that answered, which may be a refusal.
 */
export async function sendSourceSample(
  ctx: ProjectContext,
  { sourceId, input, way: { door, signal } }: { sourceId: string; input: SendSample; way: Way },
): Promise<SentSample> {
  const { event, source, request } = await makeSourceSample(ctx, sourceId, input);
  if (!door) throw new HookyardError("unavailable", "This copy has no address of its own to send a sample to.");
  const { host, search } = new URL(request.url);
  const { headers, body } = request;
  const owned = Object.keys(headers).find(isOfTheConnection);
  if (owned) throw conflict(`The header ${owned} is one of the connection, which a sample cannot bring of its own.`);
  const resource = { type: "source", id: source.id, name: source.name } as const;
  await recordAudit(ctx.db, ctx, { action: "source.sampled", resource });
  // A proxy before this copy may know it under a longer path.
  const path = `/ingest/${source.mask_id}${search}`;
  const answer = await postToOwnDoor(door, { host, path, headers, body }, signal);
  return { event, ...readAnswer(answer, source.custom_response !== null) };
}

const Envelope = z.object({
  message: z.string(),
  data: z.object({ uid: z.uuid(), is_duplicate_event: z.boolean() }).nullable(),
  error: z.object({ code: z.string(), reason: z.enum(REFUSAL_CODES).optional() }).optional(),
});

function readAnswer({ status, body }: OwnAnswer, hasOwnAnswer: boolean): Omit<SentSample, "event"> {
  const accepted = status >= 200 && status < 300;
  if (accepted && hasOwnAnswer) {
    return { ...NOTHING_TOLD, accepted, status, message: "Event received; the source answered with its own body." };
  }
  const { message, data, error } = readEnvelope(status, body);
  return { ...NOTHING_TOLD, accepted, status, message, ...toEvent(data), ...toRefusal(error) };
}

type Told = z.infer<typeof Envelope>;

/** Throws `unavailable` for an answer that is none of Hookyard's: the server refused the request before it saw whose it is. */
function readEnvelope(status: number, body: string): Told {
  try {
    return Envelope.parse(JSON.parse(body));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new HookyardError("unavailable", `The source's address answered ${status}, and did not say why.`);
  }
}

function toEvent(data: Told["data"]) {
  return data && { event_id: data.uid, is_duplicate_event: data.is_duplicate_event };
}

function toRefusal(error: Told["error"]) {
  return error && { code: error.code, reason: error.reason ?? null };
}

const NOTHING_TOLD = { code: null, reason: null, event_id: null, is_duplicate_event: false };
