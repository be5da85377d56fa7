import type { FieldError } from "@/lib/errors";
import { findIdempotencyKeyErrors } from "@/lib/ingest/idempotency-key";
import { restoreCredentials } from "@/lib/redaction";
import { completeVerifier, findForeignSettings, secretMissing } from "@/lib/sources/complete-verifier";
import { completePubSub } from "@/lib/sources/pub-sub";
import type { PubSub } from "@/lib/sources/pub-sub-schemas";
import type { UpdateSource, Verifier, VerifierInput } from "@/lib/sources/schemas";
import type { ProviderName, SourceType } from "@/lib/vocabulary";

/** What a source has already; of one that is being made only the type. */
type Stored = {
  type: SourceType;
  provider: string | null;
  verifier: Verifier | null;
  pubSub: PubSub | null;
  isNew: boolean;
};

/** What is to be stored, undefined where it stays as it is. */
export type DecidedFields = { verifier: Verifier | undefined; pubSub: PubSub | undefined };

/**
 * What the schema cannot know: whether the verifier fits the provider, whether the broker's settings are whole, and what
 * is wrong with the idempotency keys.
 */
export function decideSourceFields(input: UpdateSource, stored: Stored): DecidedFields & { errors: FieldError[] } {
  const errors = input.idempotency_keys ? findIdempotencyKeyErrors(input.idempotency_keys) : [];
  const provider = (input.provider === undefined ? stored.provider : input.provider) ?? null;
  const { verifier, ...verifying } = decideVerifier(input, provider as ProviderName | null, stored);
  const { pubSub, ...broking } = decidePubSub(input, stored);
  return { errors: [...errors, ...verifying.errors, ...broking.errors], verifier, pubSub };
}

function decidePubSub({ pub_sub }: UpdateSource, { type, pubSub, isNew }: Stored) {
  const wrong = (message: string) => ({ pubSub: undefined, errors: [{ path: "pub_sub", message }] });
  if (type !== "pub_sub")
    return pub_sub ? wrong("Only pub_sub sources have a broker.") : { pubSub: undefined, errors: [] };
  if (pub_sub) return completePubSub(pub_sub, pubSub);
  return isNew || pub_sub === null
    ? wrong("Give the broker to read from: its type and the object of that name.")
    : { pubSub: undefined, errors: [] };
}

function decideVerifier(input: UpdateSource, provider: ProviderName | null, stored: Stored) {
  const none = { errors: [] as FieldError[], verifier: undefined };
  // Another provider signs in another way, so the verifier is made anew, from the stored secret where none was sent.
  const changesProvider = input.provider !== undefined && provider !== stored.provider;
  const given: VerifierInput | null | undefined = input.verifier ?? (changesProvider ? stored.verifier : undefined);
  if (!given) {
    const needsOne = provider !== null && (stored.isNew || changesProvider);
    return needsOne ? { ...none, errors: [secretMissing(provider)] } : none;
  }
  const foreign = provider !== null && input.verifier ? findForeignSettings(input.verifier, provider) : [];
  if (foreign.length > 0) return { ...none, errors: foreign };
  const restored = restoreCredentials(given, stored.verifier ?? {}, "verifier");
  if (restored.errors.length > 0) return { ...none, errors: restored.errors };
  const complete = completeVerifier(restored.value, provider);
  return "errors" in complete ? { ...none, errors: complete.errors } : { ...none, verifier: complete.verifier };
}
