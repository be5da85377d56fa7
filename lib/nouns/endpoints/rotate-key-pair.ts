import type { ProjectContext } from "@/lib/db/context";
import { conflict } from "@/lib/kernel/errors";
import { changeEndpoint } from "@/lib/nouns/endpoints/change";
import type { RotateKeyPair } from "@/lib/nouns/endpoints/key-pair-schemas";
import { addKeyPair, isLive, openKeyPairs, sealKeyPairs, signsByKeyPair } from "@/lib/nouns/endpoints/key-pairs";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

const MAX_LIVE_KEY_PAIRS = 10;

/**
 * Adds a key pair; the older ones also sign for another `expires_in` seconds, unless they expire sooner. Throws a conflict
 * if the endpoint signs by its secrets alone, or if ten are live already.
 */
export async function rotateKeyPair(ctx: ProjectContext, id: string, input: RotateKeyPair): Promise<Endpoint> {
  return changeEndpoint(ctx, id, "endpoint.updated", async (row) => {
    if (!signsByKeyPair(row.signature_algorithm)) {
      throw conflict("The endpoint signs by its secrets alone. Set its signature_algorithm first.");
    }
    const now = ctx.clock.now();
    const olderUntil = new Date(now.getTime() + (input.expires_in ?? 86_400) * 1000);
    const pairs = addKeyPair(openKeyPairs(row.key_pairs, ctx.box), now, olderUntil);
    if (pairs.filter((pair) => isLive(pair, now)).length > MAX_LIVE_KEY_PAIRS) {
      throw conflict(
        `${MAX_LIVE_KEY_PAIRS} key pairs are live. Wait until one expires, or end them with expires_in 0.`,
      );
    }
    return { key_pairs: sealKeyPairs(pairs, ctx.box) };
  });
}
