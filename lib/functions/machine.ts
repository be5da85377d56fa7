import { type JSValueHandle, MAX_STACK_SIZE, QuickJS, type Snapshot } from "quickjs-wasi";
import { GUEST, LOG_CALLBACK } from "@/lib/functions/guest";

/** What the host lends to the engine for the call that runs. */
export type Host = {
  /** What every clock of the guest shows, in milliseconds since 1970. */
  nowMs: number;
  /** Asked now and then by running code; `true` stops it. */
  isOverdue(): boolean;
  log(line: string): void;
};

/** Tokens of the guest's functions; they mean the same in every image that descends from this one. */
export type GuestFunctions = { begin: number; finish: number; check: number; install: number };

export type Machine = { vm: QuickJS; memory: { readonly buffer: ArrayBuffer } };

export type Origin = { snapshot: Snapshot; guest: GuestFunctions };

/** Room that the image brings along, so that a usual call need not grow the memory. */
const SPARE_BYTES = 192 * 1024;
const WASM_PAGE_BYTES = 64 * 1024;

export type MachineOptions = { module: WebAssembly.Module; memoryBytes: number; host: Host };

/** Whether there is that much memory to be had at all. */
export function isMemoryLeft(bytes: number): boolean {
  try {
    return new WebAssembly.Memory({ initial: Math.ceil(bytes / WASM_PAGE_BYTES) }) !== null;
  } catch {
    return false;
  }
}

/** Starts the engine for the first time and runs our own code in it. Every later machine is a copy of this state. */
export async function createOrigin(options: MachineOptions): Promise<Origin> {
  const vm = await QuickJS.create(wiring(options).options);
  const log = vm.newFunction(LOG_CALLBACK, logTo(options.host));
  const functions = vm.callFunction(vm.evalCode(GUEST, "guest"), vm.undefined, log);
  const token = (name: string) => vm.exportHandle(functions.getProp(name));
  const guest = { begin: token("begin"), finish: token("finish"), check: token("check"), install: token("install") };
  vm.evalCode(`new ArrayBuffer(${SPARE_BYTES})`).dispose();
  vm.runGC();
  return { snapshot: vm.snapshot(), guest };
}

/** A copy of the origin, with `bytes` of memory if that is more. */
export async function createMachine(options: MachineOptions, origin: Origin, bytes: number): Promise<Machine> {
  const { options: wired, memory } = wiring(options);
  const vm = await QuickJS.restore(padded(origin.snapshot, bytes), wired);
  vm.registerHostCallback(LOG_CALLBACK, logTo(options.host));
  return { vm, memory: memory() };
}

function padded(snapshot: Snapshot, bytes: number): Snapshot {
  if (bytes <= snapshot.memory.length) return snapshot;
  const memory = new Uint8Array(bytes);
  memory.set(snapshot.memory);
  return { ...snapshot, memory };
}

/** Answers with what it was given: a value of the host's own would not be part of the image that runs. */
function logTo(host: Host) {
  return (...lines: JSValueHandle[]) => {
    const line = lines[0] as JSValueHandle;
    host.log(line.toString());
    return line;
  };
}

/** Everything that the engine can reach outside of itself: a clock that stands, no randomness, no files, no output. */
function wiring({ module, memoryBytes, host }: MachineOptions) {
  let memory: Machine["memory"] | undefined;
  const options = {
    wasm: module,
    memoryLimit: memoryBytes,
    maxStackSize: MAX_STACK_SIZE,
    timezoneOffset: 0,
    interruptHandler: () => host.isOverdue(),
    wasi: (lent: Machine["memory"]) => {
      memory = lent;
      return {
        clock_time_get(_clock: number, _precision: bigint, at: number) {
          new DataView(lent.buffer).setBigUint64(at, BigInt(Math.trunc(host.nowMs)) * 1_000_000n, true);
          return 0;
        },
        random_get(at: number, length: number) {
          new Uint8Array(lent.buffer, at, length).fill(0);
          return 0;
        },
        fd_write: () => 8,
      };
    },
  };
  return {
    options,
    memory: () => {
      if (!memory) throw new Error("The engine did not start.");
      return memory;
    },
  };
}
