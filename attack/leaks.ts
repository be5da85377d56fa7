import assert from "node:assert/strict";
import { bodyFields } from "@/attack/body-fields";
import { Canaries } from "@/attack/canaries";
import { CREDENTIAL_NAME, CREDENTIALS, NO_CREDENTIALS, TOLD_TO_ADMINS } from "@/attack/canary-fields";
import { plantCanaries } from "@/attack/plant-canaries";
import { readEverything } from "@/attack/read-everything";
import type { Stage } from "@/attack/stage";
import type { Tally } from "@/attack/tally";
import type { Victim } from "@/attack/victim";
import { ROUTES } from "@/lib/api/routes/registry";

/** Plants a canary as every credential, uses everything, and searches for them wherever nobody should find them. */
export async function attackByCanaries(stage: Stage, tally: Tally, _victim: Victim): Promise<void> {
  for (const route of ROUTES) {
    for (const field of [...bodyFields(route)].filter((path) => CREDENTIAL_NAME.test(path.split(".").at(-1) ?? ""))) {
      await tally.holds(`the table knows the field ${field} of ${route.id}`, () =>
        assert.ok(field in CREDENTIALS || NO_CREDENTIALS.includes(field)),
      );
    }
  }
  const canaries = new Canaries();
  const start = stage.heard.length;
  for (const [field, value] of Object.entries(stage.planted)) canaries.know(field, value);
  const tenants = await plantCanaries(stage, canaries);
  const pages = await readEverything(stage, tenants);
  await tally.holds("every credential of the table was planted", () => assert.deepEqual(canaries.missing(), []));
  const rows = await canaries.readRows(stage.db);
  const told = stage.receiver.received
    .filter(({ path }) => path.startsWith("/meta"))
    .map(({ body }) => body.toString());
  for (const field of canaries.fields()) {
    if (!TOLD_TO_ADMINS.includes(field)) {
      await tally.holds(`${field} is in no row of the database`, () => canaries.refuteIn(field, rows, "the database"));
      await tally.holds(`${field} is in no meta event`, () =>
        canaries.refuteIn(field, told.join("\n"), "a meta event"),
      );
    }
    await tally.holds(`${field} is in no line of the log`, () =>
      canaries.refuteIn(field, stage.copy.output(), "the log"),
    );
    // The settings existed before; other canaries can be in no earlier answer.
    const heard = field in stage.planted ? stage.heard : stage.heard.slice(start);
    await tally.holds(`${field} is in no answer but its own`, () => canaries.refuteInAnswers(field, heard));
    await tally.holds(`${field} is on no page`, () => canaries.refuteInAnswers(field, pages));
  }
}
