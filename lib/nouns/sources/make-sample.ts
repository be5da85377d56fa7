import type { Selectable } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { Sources } from "@/lib/db/generated";
import { conflict, invalidFields } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { getSourceRow } from "@/lib/nouns/sources/queries";
import type { SendSample, SourceSamples } from "@/lib/nouns/sources/sample-schemas";
import type { EventTypeFrom, Verifier } from "@/lib/nouns/sources/schemas";
import { listHandedOver } from "@/lib/nouns/sources/stored-handshakes";
import { findSample, listSampleEvents, tellNearest } from "@/lib/providers/find-sample";
import { PLAIN_EVENT, toPlainSample } from "@/lib/providers/plain-sample";
import type { Sample } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/providers.gen";
import {
  body,
  header,
  isPublishedKey,
  type Place,
  type PublishedKeyScheme,
  type Scheme,
  type SingleScheme,
} from "@/lib/providers/scheme";
import { withOwnIds } from "@/lib/providers/verification/own-ids";
import { findSecretProblem } from "@/lib/providers/verification/secret-problem";
import { type SignedSample, sign, writeUnsigned } from "@/lib/providers/verification/sign";
import { credentialOf } from "@/lib/providers/verifiers/credential";
import { toScheme } from "@/lib/providers/verifiers/source-verifier";
import { EventType } from "@/lib/wire/fields";

type SourceRow = Selectable<Sources>;

/** A request that the source accepts from its sender. */
export type SourceSample = { event: string; source: SourceRow; request: SignedSample };

/** Lists the events of which samples can be sent to a source, or says why none can. */
export async function listSourceSamples(ctx: ProjectContext, sourceId: string): Promise<SourceSamples> {
  const source = await getSourceRow(ctx, sourceId);
  const proof = findProof(ctx, source);
  const events = source.provider === null ? [PLAIN_EVENT] : listSampleEvents(source.provider);
  return "problem" in proof ? { events: [], problem: proof.problem } : { events, problem: null };
}

/**
 * Makes a sample of one event with ids of its own, signed with the source's stored secret. Throws a conflict if it
 * cannot be signed here, and names the field if there is no such event.
 */
export async function makeSourceSample(
  ctx: ProjectContext,
  sourceId: string,
  { event: wanted }: SendSample,
): Promise<SourceSample> {
  const source = await getSourceRow(ctx, sourceId);
  const proof = findProof(ctx, source);
  if ("problem" in proof) throw conflict(proof.problem);
  const { event, sample } = getSample(source, wanted);
  const own = withOwnIds(sample, identityOf(source));
  const url = `${ctx.ingestUrl ?? ctx.publicUrl}/ingest/${source.mask_id}`;
  if (proof.scheme === null) return { event, source, request: writeUnsigned(own, url) };
  const moment = { now: ctx.clock.now().getTime(), id: `msg_${newId()}`, url };
  return { event, source, request: sign(proof.scheme, proof.secret, own, moment) };
}

type Proof = { scheme: SingleScheme; secret: string } | { scheme: null } | { problem: string };

/** By what a request to this source can be signed here. */
function findProof({ box }: Pick<ProjectContext, "box">, source: SourceRow): Proof {
  const { type, provider, verifier } = source;
  if (type !== "http") {
    return { problem: `A ${type} source has no address to post to: Hookyard itself reads what it takes.` };
  }
  const settings: Verifier = verifier === null ? { type: "noop" } : (JSON.parse(box.open(verifier)) as Verifier);
  const scheme = toScheme(settings, provider);
  if (scheme === null) return { scheme: null };
  const secret = listHandedOver(box, source)[0] ?? credentialOf(settings);
  if (secret === null) return { problem: NOT_HANDED_OVER };
  const fitting = schemesOf(scheme).filter((one) => findSecretProblem(one, secret) === null);
  const usable = fitting.find(isSignable);
  if (usable) return { scheme: usable, secret };
  const [signable] = schemesOf(scheme).filter(isSignable);
  if (signable === undefined || fitting.length > 0) return { problem: tellUnsignable(provider, scheme) };
  return { problem: `The source's secret signs nothing. ${findSecretProblem(signable, secret) ?? ""}`.trim() };
}

const NOT_HANDED_OVER = "A sample is signed with the source's secret, which its provider has not handed over yet.";

function schemesOf(scheme: Scheme): readonly (SingleScheme | PublishedKeyScheme)[] {
  return scheme.kind === "any_of" ? scheme.schemes : [scheme];
}

function isSignable(scheme: SingleScheme | PublishedKeyScheme): scheme is SingleScheme {
  if (isPublishedKey(scheme)) return false;
  return scheme.kind !== "signature" || scheme.algorithm.type === "hmac";
}

function tellUnsignable(provider: ProviderName | null, scheme: Scheme): string {
  const title = provider === null ? "The sender" : providers[provider].title;
  const whose = isPublishedKey(scheme) ? `${title} publishes the public key` : "the source holds the public key only";
  return `${title} signs with a private key that nobody else has, and ${whose}, so Hookyard cannot sign a sample. Let ${title} send a test event instead.`;
}

function getSample(
  { provider, event_type_from }: SourceRow,
  wanted: string | undefined,
): { event: string; sample: Sample } {
  if (provider === null) {
    const event = wanted ?? PLAIN_EVENT;
    const type = EventType.safeParse(event);
    if (!type.success) throw invalidFields([{ path: "event", message: type.error.issues[0]?.message ?? "" }]);
    return { event, sample: toPlainSample(event, (event_type_from as EventTypeFrom | null) ?? {}) };
  }
  const found = findSample(provider, wanted);
  if (found) return found;
  const nearest = tellNearest(wanted ?? "", listSampleEvents(provider));
  throw invalidFields([
    { path: "event", message: `There is no sample ${wanted} of ${providers[provider].title}.${nearest}` },
  ]);
}

/** What identifies a request, by its provider and by the source itself, and where its type is. */
function identityOf({ provider, idempotency_keys, event_type_from }: SourceRow) {
  const known = provider === null ? null : providers[provider];
  const from = event_type_from as EventTypeFrom | null;
  const places: Place[] = [
    ...(from?.header === undefined ? [] : [header(from.header)]),
    ...(from?.body === undefined ? [] : [body(from.body)]),
  ];
  return {
    idempotencyKeys: [...new Set([...(known?.idempotencyKeys ?? []), ...idempotency_keys])],
    eventType: [...(known?.eventType ?? [[body("type")]]), places],
  };
}
