import { EvalFlags, JSException, type JSValueHandle } from "quickjs-wasi";
import type { CpuMeter } from "@/lib/functions/cpu-clock";
import { MAX_LOG_LINES, MAX_SOURCE_LENGTH } from "@/lib/functions/function-call";
import { wrap } from "@/lib/functions/guest";
import { type Image, ImageCache } from "@/lib/functions/image-cache";
import { createMachine, createOrigin, isMemoryLeft, type Machine } from "@/lib/functions/machine";
import { chooseForms, type NumberForm } from "@/lib/functions/number-forms";
import { findNumberNames } from "@/lib/functions/number-names";
import { hasOddNumbers, mayHaveOddNumbers } from "@/lib/functions/odd-numbers";
import {
  type Answer,
  explainException,
  explainSyntax,
  type Failed,
  FILE,
  failed,
  noMemoryLeft,
  readAnswer,
  timedOut,
  type Verdict,
} from "@/lib/functions/verdict";

export type EngineCall = {
  source: string;
  /** JSON, or a text that is given as it is; `null` only checks that the source parses and declares a `transform`. */
  argument: string | null;
  nowMs: number;
  seed: string;
  /** CPU time that it may use. */
  timeMs: number;
};

/** `isText`: the argument was no JSON. `durationMs` is the CPU time of the call, `cpuMs` that of its thread, a moment ago. */
export type EngineAnswer = { verdict: Verdict; isText: boolean; logs: string[]; durationMs: number; cpuMs: number };

/** What the pool needs of an engine for JavaScript; another one fits in here. */
export type Engine = { run(call: EngineCall): Promise<EngineAnswer> };

export type EngineOptions = {
  module: WebAssembly.Module;
  memoryBytes: number;
  /** The meter of the thread that the engine runs in. */
  meter: CpuMeter;
  /** Called now and then while a function runs. */
  onStillRunning(): void;
};

/** A machine whose memory has grown beyond this is thrown away after the call, rather than cleaned. */
const KEEP_BYTES = 8 * 1024 * 1024;

/**
 * Runs functions in QuickJS on WebAssembly, one at a time, each as if in a machine of its own.
 *
 * A text is compiled once; the machine's memory after that, with none of the text run, is kept as its image. Before
 * each call the memory is overwritten with the image, so that nothing of an earlier call is there, at the price of a
 * copy. A machine that was stopped, trapped, or failed in any way that the guest could not catch is thrown away.
 */
export async function createEngine({ module, memoryBytes, meter, onStillRunning }: EngineOptions): Promise<Engine> {
  let timeMs = Number.POSITIVE_INFINITY;
  let overdue = false;
  let logs: string[] = [];
  const host = {
    nowMs: 0,
    isOverdue() {
      onStillRunning();
      overdue ||= meter.hasUsed(timeMs);
      return overdue;
    },
    log(line: string) {
      if (logs.length < MAX_LOG_LINES) logs.push(line);
      else if (logs.length === MAX_LOG_LINES) logs.push("… more lines follow, which are not kept.");
    },
  };
  const make = { module, memoryBytes, host };
  const origin = await createOrigin(make);
  const images = new ImageCache(origin.snapshot);
  let machine: Machine | null = null;

  async function run(call: EngineCall): Promise<EngineAnswer> {
    machine = await machineFor(call);
    host.nowMs = call.nowMs;
    const forms = formsFor(call);
    meter.begin();
    timeMs = call.timeMs;
    overdue = false;
    let answer = forms ? await runForms(call, forms) : null;
    const isText = answer === null || (answer.kind === "unread" && !isJson(call.argument));
    if (answer === null || isText) answer = await runForms({ ...call, argument: JSON.stringify(call.argument) }, PLAIN);
    return { verdict: judge(answer, call), isText, logs, ...meter.end() };
  }

  async function runForms(call: EngineCall, [first, ...others]: Forms): Promise<Answer> {
    machine ??= await machineFor(call);
    let answer = runIn(machine, call, first);
    for (const form of others) {
      if (overdue || !mayHaveThrownForIt(answer)) break;
      machine ??= await machineFor(call);
      answer = runIn(machine, call, form);
    }
    return answer;
  }

  function judge(answer: Answer, call: EngineCall): Verdict {
    // Whatever it looks like from outside: a promise may have turned the stop into a rejection.
    if (overdue) return timedOut(call.timeMs);
    if (answer.kind === "unread") return failed("threw", answer.message);
    return isMachinesFault(answer) ? noMemoryLeft() : answer;
  }

  /** The one that is there, unless the image of the text does not fit into it. */
  async function machineFor({ source }: EngineCall): Promise<Machine> {
    const bytes = images.bytesFor(source);
    if (machine && machine.memory.buffer.byteLength >= bytes) return machine;
    throwAway();
    return createMachine(make, origin, bytes);
  }

  /** The machine would not have had what a function may use: no fault of this one. */
  function isMachinesFault(verdict: Verdict): boolean {
    return verdict.kind === "failed" && verdict.reason === "memory" && !isMemoryLeft(memoryBytes);
  }

  function runIn(used: Machine, call: EngineCall, form: NumberForm): Answer {
    logs = [];
    try {
      const answer = execute(used, call, form);
      if (used.memory.buffer.byteLength > KEEP_BYTES) throwAway();
      return answer;
    } catch (error) {
      throwAway();
      return explainException(error, memoryBytes);
    }
  }

  function throwAway() {
    machine = null;
    images.forgetLoaded();
  }

  function execute(machine: Machine, call: EngineCall, form: NumberForm): Answer {
    const image = images.find(call.source) ?? images.keep(call.source, compile(machine, call.source));
    if ("kind" in image) return image;
    images.load(image, machine.memory);
    const { vm } = machine;
    if (call.argument === null) return readAnswer(callGuest(machine, "check"), memoryBytes);
    const given = [call.argument, call.seed];
    if (form !== "plain") given.push(form, JSON.stringify(findNumberNames(call.argument, form)));
    const answer = callGuest(machine, "begin", ...given.map((text) => vm.newString(text)));
    if (answer.isString || answer.getProp("0").toString() !== "waiting") return readAnswer(answer, memoryBytes);
    vm.executePendingJobs();
    return readAnswer(callGuest(machine, "finish"), memoryBytes);
  }

  function compile(machine: Machine, source: string): Image | Failed {
    if (source.length > MAX_SOURCE_LENGTH) {
      return failed("syntax", `The code is longer than ${MAX_SOURCE_LENGTH / 1024} KiB.`);
    }
    images.loadOrigin(machine.memory);
    const { vm } = machine;
    try {
      // By itself first: within our wrapping, a text like `} surprise(); {` would pass.
      vm.evalCode(source, FILE, EvalFlags.COMPILE_ONLY).dispose();
      callGuest(machine, "install", vm.evalCode(wrap(source), FILE));
    } catch (error) {
      const ours = error instanceof JSException || error instanceof RangeError;
      if (!ours || overdue) throw error;
      throwAway();
      return explainSyntax(error, memoryBytes);
    }
    return images.take(vm.snapshot());
  }

  function callGuest(machine: Machine, name: keyof typeof origin.guest, ...args: JSValueHandle[]): JSValueHandle {
    const called = machine.vm.importHandle(origin.guest[name]);
    // `this` is not used; a value of the host's own would not be part of the image.
    return machine.vm.callFunction(called, called, ...args);
  }

  return { run };
}

type Forms = readonly [NumberForm, ...NumberForm[]];
const PLAIN: Forms = ["plain"];

/** The forms of the argument's numbers, tried one after the other while the function throws; null for what is no JSON. */
function formsFor({ source, argument }: EngineCall): Forms | null {
  if (argument === null || !mayHaveOddNumbers(argument)) return PLAIN;
  if (!isJson(argument)) return null;
  return hasOddNumbers(argument) ? chooseForms(source) : PLAIN;
}

function isJson(text: string | null): boolean {
  try {
    return text !== null && JSON.parse(text) !== undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Whether the form in which numbers were given may be why a function failed. */
function mayHaveThrownForIt(answer: Answer): boolean {
  return answer.kind === "failed" && (answer.reason === "threw" || answer.reason === "output");
}
