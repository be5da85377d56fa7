import { afterAll, expect, it } from "vitest";
import { Cleanup } from "@/bench/cleanup";
import { ensureBuilt } from "@/bench/copy";
import { runDrill } from "@/bench/drills/drill";
import { openBalanced } from "@/bench/drills/scenes";
import { rollingUpgrade } from "@/bench/drills/upgrade";
import { ensureLastRelease, hasLastRelease, LAST_RELEASE } from "@/scripts/release/last-release.mjs";

/** The last release is installed and built first. */
const TEST_MS = 1_200_000;

const cleanup = new Cleanup();
afterAll(() => cleanup.run());

const isThere = hasLastRelease();
if (!isThere) console.log(`skipped: this clone lacks ${LAST_RELEASE.commit}, the last release (git fetch --unshallow)`);

it.skipIf(!isThere)(
  `takes over from ${LAST_RELEASE.version} copy by copy under load, and back`,
  {
    timeout: TEST_MS,
  },
  async () => {
    await ensureBuilt();
    const release = ensureLastRelease();
    const drilled = await runDrill(rollingUpgrade(release), await openBalanced(cleanup, release), 0);
    expect(drilled).toMatchObject({ delivered: drilled.accepted, waiting: 0, lost: 0, unbalanced: 0 });
    expect(drilled.recover_ms).not.toBeNull();
  },
);
