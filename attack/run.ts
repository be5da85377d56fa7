import { attackByAddresses } from "@/attack/addresses";
import { closeBrowser } from "@/attack/browser-window";
import { attackByContent } from "@/attack/content";
import { attackFromOtherSites } from "@/attack/cross-site";
import { attackByForeignIds } from "@/attack/foreign-ids";
import { attackByHalfSentBodies } from "@/attack/half-sent";
import { attackByCanaries } from "@/attack/leaks";
import { attackRoles } from "@/attack/roles";
import { attackBySmuggling } from "@/attack/smuggling";
import { openStage, type Stage } from "@/attack/stage";
import { Tally } from "@/attack/tally";
import { makeVictim, type Victim } from "@/attack/victim";

/** Every kind of attack, in turn, on one copy. */
const KINDS: Record<string, (stage: Stage, tally: Tally, victim: Victim) => Promise<void>> = {
  "roles and operations": attackRoles,
  "foreign ids": attackByForeignIds,
  smuggling: attackBySmuggling,
  "half-sent bodies": attackByHalfSentBodies,
  "hostile content": attackByContent,
  "other sites": attackFromOtherSites,
  addresses: attackByAddresses,
  canaries: attackByCanaries,
};

const tally = new Tally();
const wanted = process.argv.slice(2);
const stage = await openStage();
try {
  const victim = await makeVictim(stage);
  for (const [kind, attack] of Object.entries(KINDS)) {
    if (wanted.length === 0 || wanted.some((word) => kind.includes(word))) {
      await tally.run(kind, () => attack(stage, tally, victim));
    }
  }
} finally {
  await closeBrowser();
  await stage.close();
}
console.log(JSON.stringify(tally.score));
process.exit(tally.score.broken === 0 ? 0 : 1);
