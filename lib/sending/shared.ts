import { ClaimCosts } from "@/lib/sending/claim-costs";
import { newPayloads } from "@/lib/sending/leased-work";
import type { PayloadMemory } from "@/lib/sending/payload-memory";

/** What is taken of the common bounds, by the lanes of all shards together. */
export type Taken = { places: number; inFlight: number; lanes: number };

export const nothingTaken = (): Taken => ({ places: 0, inFlight: 0, lanes: 0 });

/** What the engines of a process share, of which each shard has one. */
export type Shared = { readonly taken: Taken; readonly payloads: PayloadMemory; readonly claimCosts: ClaimCosts };

export const newShared = (): Shared => ({
  taken: nothingTaken(),
  payloads: newPayloads(),
  claimCosts: new ClaimCosts(),
});
