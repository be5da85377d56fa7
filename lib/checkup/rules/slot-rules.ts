import { rulesOf } from "@/lib/checkup/finding";

const GIB = 1024 ** 3;
const RETAINED = { warning: GIB, critical: 16 * GIB };

/** Replication slots of the database's server, which keep its log for whoever reads them. */
export const SLOT_RULES = rulesOf("replication slots", [
  {
    code: "slot_retains_log",
    levels: ["warning", "critical"],
    when: "a replication slot of the database's server keeps more than 1 GiB (critical: 16 GiB) of its log",
    why: "The log grows until the disk is full, and then nothing is accepted.",
    remedy: "See whether its reader still follows; set max_slot_wal_keep_size; drop the slot where nobody uses it.",
    find: (slots) =>
      slots.flatMap(({ name, retainedBytes }) => {
        if ((retainedBytes ?? 0) <= RETAINED.warning) return [];
        const bytes = retainedBytes ?? 0;
        const what = `The replication slot ${name} keeps ${(bytes / GIB).toFixed(1)} GiB of the log.`;
        return [{ what, level: bytes > RETAINED.critical ? ("critical" as const) : ("warning" as const) }];
      }),
  },
  {
    code: "slot_inactive",
    levels: ["warning"],
    when: "nobody reads a replication slot of the database's server",
    why: "The server keeps its log for it from now on, until the disk is full.",
    remedy: "Start its reader again; where nobody uses the slot, drop it.",
    find: (slots) =>
      slots
        .filter(({ isActive }) => !isActive)
        .map(({ name }) => ({
          what: `Nobody reads the replication slot ${name}.`,
          remedy: `Start its reader again; where nobody uses it: select pg_drop_replication_slot('${name}');`,
        })),
  },
]);
