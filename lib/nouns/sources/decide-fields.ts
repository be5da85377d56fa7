import type { ProjectContext } from "@/lib/db/context";
import type { FieldError } from "@/lib/kernel/errors";
import type { ProviderName, SourceType } from "@/lib/kernel/vocabulary";
import {
  completeVerifier,
  findForeignSettings,
  isHandedOver,
  secretMissing,
  toRepeatable,
} from "@/lib/nouns/sources/complete-verifier";
import type { UpdateSource, Verifier, VerifierInput } from "@/lib/nouns/sources/schemas";
import {
  CONSUMED_TYPES,
  type ConsumedType,
  completeSettings,
  isConsumed,
  settingsNeeded,
} from "@/lib/nouns/sources/settings";
import { findIdempotencyKeyErrors } from "@/lib/providers/idempotency-key";
import { restoreCredentials } from "@/lib/wire/redaction";

const NOT_FROM_REQUESTS: FieldError = {
  path: "event_type_from",
  message: "Only http sources take the event type from a request.",
};

/** The stored values of a source; only the type of a new one. */
type Stored = {
  type: SourceType;
  provider: ProviderName | null;
  verifier: Verifier | null;
  /** The settings of its own type, if it is a consumed one. */
  settings: unknown;
  isNew: boolean;
};

/** What to store; undefined to keep the stored value. */
export type DecidedFields = {
  verifier: Verifier | undefined;
  settings: { type: ConsumedType; value: unknown } | undefined;
};

/**
 * Finds errors that the schema cannot see: whether the verifier fits the provider, whether the settings of its type are
 * complete, and errors in the idempotency keys.
 */
export function decideSourceFields(
  ctx: Pick<ProjectContext, "checkOrigin">,
  input: UpdateSource,
  stored: Stored,
): DecidedFields & { errors: FieldError[] } {
  const errors = input.idempotency_keys ? findIdempotencyKeyErrors(input.idempotency_keys) : [];
  const provider = (input.provider === undefined ? stored.provider : input.provider) ?? null;
  const { verifier, ...verifying } = decideVerifier(input, provider, stored);
  const { settings, ...setting } = decideSettings(ctx, input, stored);
  if (input.event_type_from && stored.type !== "http") errors.push(NOT_FROM_REQUESTS);
  return { errors: [...errors, ...verifying.errors, ...setting.errors], verifier, settings };
}

function decideSettings(
  { checkOrigin }: Pick<ProjectContext, "checkOrigin">,
  input: UpdateSource,
  { type, settings, isNew }: Stored,
): { settings: DecidedFields["settings"]; errors: FieldError[] } {
  const foreign = CONSUMED_TYPES.filter((one) => one !== type && input[one]);
  const errors = foreign.map((one) => ({ path: one, message: `Only ${one} sources have these settings.` }));
  if (errors.length > 0 || !isConsumed(type)) return { settings: undefined, errors };
  const given = input[type];
  if (!given) return { settings: undefined, errors: isNew || given === null ? [settingsNeeded(type)] : [] };
  const complete = completeSettings(type, given, settings as typeof given | null, checkOrigin);
  return { settings: { type, value: complete.value }, errors: complete.errors };
}

type DecidedVerifier = { verifier: Verifier | undefined; errors: FieldError[] };

const refused = (errors: FieldError[]): DecidedVerifier => ({ verifier: undefined, errors });

function decideVerifier(input: UpdateSource, provider: ProviderName | null, stored: Stored): DecidedVerifier {
  // Another provider signs in another way, so the verifier is made anew, from the stored secret where none was sent.
  const changesProvider = input.provider !== undefined && provider !== stored.provider;
  const given: VerifierInput | null | undefined =
    input.verifier ?? (changesProvider ? inherit(provider, stored) : undefined);
  const foreign = findForeign(input, provider);
  if (foreign.length > 0) return refused(foreign);
  if (given) return makeVerifier(given, provider, stored);
  const isNew = stored.isNew || changesProvider;
  return provider !== null && isNew ? withoutVerifier(provider) : refused([]);
}

/** A new provider whose secret nobody gave: it has to hand it over. */
function withoutVerifier(provider: ProviderName): DecidedVerifier {
  return isHandedOver(provider) ? { verifier: HANDED_OVER, errors: [] } : refused([secretMissing(provider)]);
}

/** The verifier of a provider that hands its secret over: it has none of its own. */
const HANDED_OVER: Verifier = { type: "provider", provider: {} };

/** What stays of the verifier when the provider changes. What another sender shared is no secret of this provider. */
function inherit(provider: ProviderName | null, { verifier }: Stored): VerifierInput | null {
  return provider !== null && isHandedOver(provider) ? null : verifier;
}

function findForeign({ verifier }: UpdateSource, provider: ProviderName | null): FieldError[] {
  return verifier && provider !== null ? findForeignSettings(verifier, provider) : [];
}

/** The verifier with the credentials that stay as they are, and what its provider says of it. */
function makeVerifier(given: VerifierInput, provider: ProviderName | null, stored: Stored): DecidedVerifier {
  const restored = restoreCredentials(given, toRepeatable(stored.verifier, provider), "verifier");
  if (restored.errors.length > 0) return refused(restored.errors);
  const complete = completeVerifier(restored.value, provider);
  return "errors" in complete ? refused(complete.errors) : { verifier: complete.verifier, errors: [] };
}
