import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { attackAccounts } from "@/attack/accounts";
import { attackByAddresses } from "@/attack/addresses";
import { closeBrowser } from "@/attack/browser-window";
import { attackByContent } from "@/attack/content";
import { attackFromOtherSites } from "@/attack/cross-site";
import { attackByForeignIds } from "@/attack/foreign-ids";
import { attackByGarbage } from "@/attack/garbage-brokers";
import { attackByHalfSentBodies } from "@/attack/half-sent";
import { attackInvitations } from "@/attack/invitations";
import { attackByCanaries } from "@/attack/leaks";
import { attackRoles } from "@/attack/roles";
import { attackByScripts } from "@/attack/scripts";
import { attackBySmuggling } from "@/attack/smuggling";
import { openStage, type Stage } from "@/attack/stage";
import { Tally } from "@/attack/tally";
import { makeVictim, type Victim } from "@/attack/victim";

// `npm run attack` runs every attack, `npm run attack canaries smuggling` those whose names contain one of the words.
// The last line is the score; it requires the built copy (`npm run build`).

/** Every attack, in turn, on one copy. */
const KINDS: Record<string, (stage: Stage, tally: Tally, victim: Victim) => Promise<void>> = {
  "roles and operations": attackRoles,
  "foreign ids": attackByForeignIds,
  smuggling: attackBySmuggling,
  "half-sent bodies": attackByHalfSentBodies,
  "hostile content": attackByContent,
  "other sites": attackFromOtherSites,
  addresses: attackByAddresses,
  "accounts and sessions": attackAccounts,
  "invitations and single sign-on": attackInvitations,
  "garbage brokers": attackByGarbage,
  canaries: attackByCanaries,
  scripts: attackByScripts,
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { report: { type: "string" } } });
const tally = new Tally();
const stage = await openStage();
try {
  const victim = await makeVictim(stage);
  for (const [kind, attack] of Object.entries(KINDS)) {
    if (positionals.length > 0 && !positionals.some((word) => kind.includes(word))) continue;
    await tally.run(kind, () => attack(stage, tally, victim));
  }
} finally {
  await closeBrowser();
  await stage.close();
}
if (values.report) {
  await mkdir(path.dirname(values.report), { recursive: true });
  await writeFile(values.report, JSON.stringify({ ...tally.score, failures: tally.broken }));
}
console.log(JSON.stringify(tally.score));
process.exit(tally.score.broken === 0 ? 0 : 1);
