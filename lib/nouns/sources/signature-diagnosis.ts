import type { Selectable } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { Sources } from "@/lib/db/generated";
import { conflict } from "@/lib/kernel/errors";
import { toSource } from "@/lib/nouns/sources/presenters";
import { getSourceRow } from "@/lib/nouns/sources/queries";
import type { Verifier } from "@/lib/nouns/sources/schemas";
import type { DiagnoseSourceSignature, SourceSignatureDiagnosis } from "@/lib/nouns/sources/signature-schemas";
import { listHandedOver } from "@/lib/nouns/sources/stored-handshakes";
import { examineRequest } from "@/lib/providers/doctor/examine-request";
import type { KnownSecret } from "@/lib/providers/doctor/incoming-case";
import { isPublishedKey } from "@/lib/providers/scheme";
import type { ReceivedRequest } from "@/lib/providers/verification/received";
import { credentialOf, withSecret } from "@/lib/providers/verifiers/credential";
import { toScheme } from "@/lib/providers/verifiers/source-verifier";

const PUBLISHED =
  "This provider signs by a key that it publishes, so there is no secret to compare. The reason of a refusal says which part is wrong.";

type Row = Selectable<Sources>;

/**
 * Says why a source refuses a request, and how to mend it. Nothing is stored, and the answer contains no secret and no
 * signature that would be right. Throws a conflict if the source verifies nothing by a secret or key of its own.
 */
export async function diagnoseSourceSignature(
  ctx: ProjectContext,
  id: string,
  input: DiagnoseSourceSignature,
): Promise<SourceSignatureDiagnosis> {
  const row = await getSourceRow(ctx, id);
  const { verifier, scheme } = getProof(ctx, row);
  const at = input.received_at === undefined ? ctx.clock.now() : new Date(input.received_at);
  const request = toRequest(toSource(row, ctx).url, input);
  const { isValid, findings } = await examineRequest({
    request,
    scheme,
    provider: row.provider,
    secrets: [...listStored(ctx, row, { verifier, at }), ...listGiven(verifier, input.secret)],
    sentTo: input.url === undefined || input.url === request.url ? null : input.url,
    now: at.getTime(),
  });
  return { valid: isValid, message: findings[0]?.message ?? "", findings };
}

function getProof({ box }: ProjectContext, { verifier: sealed, provider }: Row) {
  const verifier = sealed ? (JSON.parse(box.open(sealed)) as Verifier) : null;
  const scheme = verifier && toScheme(verifier, provider);
  if (!verifier || !scheme) throw conflict("This source verifies requests by no secret. Set its verifier first.");
  if (isPublishedKey(scheme)) throw conflict(PUBLISHED);
  return { verifier, scheme };
}

/** The request as the source's address takes it: of the address that was given only the query is the sender's. */
function toRequest(
  address: string,
  { headers, body, body_encoding, url = "" }: DiagnoseSourceSignature,
): ReceivedRequest {
  const query = url.split("#", 1)[0]?.split("?").slice(1).join("?") ?? "";
  return {
    method: "POST",
    headers: joinHeaders(headers),
    query,
    url: query === "" ? address : `${address}?${query}`,
    rawBody: Buffer.from(body, body_encoding === "base64" ? "base64" : "utf8"),
  };
}

/** Names in lower case. One that is given in two spellings came twice. */
function joinHeaders(headers: Record<string, string>): ReceivedRequest["headers"] {
  const joined = new Map<string, string | string[]>();
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    const before = joined.get(key);
    joined.set(key, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(joined);
}

type Moment = { verifier: Verifier; at: Date };

/** The present secret, those that were handed over, and the one before as long as it is kept. */
function listStored({ box }: ProjectContext, row: Row, { verifier, at }: Moment): KnownSecret[] {
  const present = credentialOf(verifier);
  const { previous_secret: sealed, previous_secret_expires_at: endsAt } = row;
  const texts = [...listHandedOver(box, row), ...(present === null ? [] : [present])];
  const secrets = texts.map((text): KnownSecret => ({ kind: "present", text }));
  if (sealed === null || endsAt === null) return secrets;
  return [...secrets, { kind: endsAt > at ? "previous" : "ended", text: box.open(sealed), endsAt }];
}

/** What was given is the whole credential, or of Basic authentication the password alone. */
function listGiven(verifier: Verifier, secret: string | undefined): KnownSecret[] {
  if (secret === undefined) return [];
  const texts = new Set([credentialOf(withSecret(verifier, secret)) ?? secret, secret]);
  return [...texts].map((text) => ({ kind: "given", text }));
}
