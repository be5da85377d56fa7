import { openStage, type Stage } from "@/attack/stage";
import { attackRoles } from "@/attack/roles";
import { Tally } from "@/attack/tally";

/** Every kind of attack, in turn, on one copy. */
const KINDS: Record<string, (stage: Stage, tally: Tally) => Promise<void>> = {
  "roles and operations": attackRoles,
};

const tally = new Tally();
const wanted = process.argv.slice(2);
const stage = await openStage();
try {
  for (const [kind, attack] of Object.entries(KINDS)) {
    if (wanted.length === 0 || wanted.some((word) => kind.includes(word))) {
      await tally.run(kind, () => attack(stage, tally));
    }
  }
} finally {
  await stage.close();
}
console.log(JSON.stringify(tally.score));
process.exit(tally.score.broken === 0 ? 0 : 1);
