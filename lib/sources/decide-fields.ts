import type { FieldError } from "@/lib/errors";
import { findIdempotencyKeyErrors } from "@/lib/ingest/idempotency-key";
import { restoreCredentials } from "@/lib/redaction";
import { completeVerifier, findForeignSettings, secretMissing } from "@/lib/sources/complete-verifier";
import type { UpdateSource, Verifier, VerifierInput } from "@/lib/sources/schemas";
import type { ProviderName } from "@/lib/vocabulary";

/** What a source has already; null for one that is being made. */
type Stored = { provider: string | null; verifier: Verifier | null };

/**
 * What the schema cannot know: whether the verifier fits the provider, and what is wrong with the idempotency keys.
 * `verifier` is to be stored, undefined where it stays as it is.
 */
export function decideSourceFields(
  input: UpdateSource,
  stored: Stored | null,
): { errors: FieldError[]; verifier: Verifier | undefined } {
  const errors = input.idempotency_keys ? findIdempotencyKeyErrors(input.idempotency_keys) : [];
  const provider = (input.provider === undefined ? stored?.provider : input.provider) ?? null;
  const decided = decideVerifier(input, provider as ProviderName | null, stored);
  return { errors: [...errors, ...decided.errors], verifier: decided.verifier };
}

function decideVerifier(input: UpdateSource, provider: ProviderName | null, stored: Stored | null) {
  const none = { errors: [] as FieldError[], verifier: undefined };
  // Another provider signs in another way, so the verifier is made anew, from the stored secret where none was sent.
  const changesProvider = input.provider !== undefined && provider !== (stored?.provider ?? null);
  const given: VerifierInput | null | undefined = input.verifier ?? (changesProvider ? stored?.verifier : undefined);
  if (!given) {
    const needsOne = provider !== null && (stored === null || changesProvider);
    return needsOne ? { ...none, errors: [secretMissing(provider)] } : none;
  }
  const foreign = provider !== null && input.verifier ? findForeignSettings(input.verifier, provider) : [];
  if (foreign.length > 0) return { ...none, errors: foreign };
  const restored = restoreCredentials(given, stored?.verifier ?? {}, "verifier");
  if (restored.errors.length > 0) return { ...none, errors: restored.errors };
  const complete = completeVerifier(restored.value, provider);
  return "errors" in complete ? { ...none, errors: complete.errors } : { ...none, verifier: complete.verifier };
}
