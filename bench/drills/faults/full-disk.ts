import type { Fault } from "@/bench/drills/faults/fault";
import { openFaultProject } from "@/bench/drills/faults/fault-project";
import { startSteadyLoad } from "@/bench/drills/faults/steady-load";
import { startProcess } from "@/bench/process";
import type { ReceiverCalls } from "@/bench/receiver.process";
import { connectSource } from "@/bench/stage";
import { fillDisk, mayMount } from "@/lib/db/small-disk.fixture";

const DISK_MIB = 512;
/** Events a second: so many that the space inside the files is used up soon. */
const RATE = 200;

/** The disk of the database is full, which events that come are the first to find. */
export const FULL_DISK: Fault = {
  name: "fault-full-disk",
  rule: "installation_critical",
  isToldFromMemory: true,
  log: { message: "a disk of the database is full", cause: /"problem":"The database's disk is full"/ },
  missing: () => (mayMount() ? null : "the right to mount a small disk"),
  async open(own, start) {
    const copy = await start({ diskMib: DISK_MIB });
    const project = await openFaultProject(copy, "incoming");
    const receiver = startProcess<ReceiverCalls>("receiver.process.ts");
    own.defer(() => receiver.end());
    await startSteadyLoad(own, await connectSource(project, [await receiver.call("listen")]), RATE);
    let giveBack = () => {};
    return {
      project,
      async cause() {
        giveBack = fillDisk(copy.dataDir);
      },
      mend: async () => giveBack(),
    };
  },
};
