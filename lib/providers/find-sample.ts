import { distance } from "fastest-levenshtein";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import type { Sample } from "@/lib/providers/provider";
import { providerSamples } from "@/lib/providers/samples.gen";

const MAX_NEAREST = 3;

/** The names of a provider's samples: the types of their events. */
export function listSampleEvents(provider: ProviderName): string[] {
  return Object.keys(providerSamples[provider]);
}

/** The provider's sample of this event, its first one if none is named; null if it has none. */
export function findSample(
  provider: ProviderName,
  wanted: string | undefined,
): { event: string; sample: Sample } | null {
  const event = wanted ?? listSampleEvents(provider)[0] ?? "";
  const samples = providerSamples[provider];
  const sample = Object.hasOwn(samples, event) ? samples[event] : undefined;
  return sample ? { event, sample } : null;
}

/** The names that somebody may have meant, as ` Nearest: a, b.` after a sentence; empty if none is near. */
export function tellNearest(wanted: string, known: readonly string[]): string {
  const given = wanted.toLowerCase();
  const near = known
    .map((name) => ({ name, edits: distance(given, name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.max(2, Math.floor(name.length / 3)))
    .toSorted((a, b) => a.edits - b.edits)
    .slice(0, MAX_NEAREST);
  return near.length === 0 ? "" : ` Nearest: ${near.map(({ name }) => name).join(", ")}.`;
}
