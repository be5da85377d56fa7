import { Load, type LoadPlan, type LoadProgress } from "@/bench/load/load";
import { answerParent } from "@/bench/process";

let load: Load | undefined;

const calls = {
  /** Sends by the plan; answers at its end. */
  run: (plan: LoadPlan) => {
    load = new Load(plan);
    return load.result();
  },
  /** Ends the present run early. */
  stop: () => load?.stop(),
  /** The progress of the present run. */
  progress: (): LoadProgress => load?.progress ?? { accepted: 0, underway: 0 },
};
export type LoadCalls = typeof calls;

answerParent(calls);
