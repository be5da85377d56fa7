import { MAX_LOG_LINE_LENGTH, MAX_OUTPUT_BYTES } from "@/lib/functions/function-call";
import { GUEST_NUMBERS } from "@/lib/functions/guest-numbers";

/** The name under which the guest calls its host to say a line of `console`. */
export const LOG_CALLBACK = "log";

/**
 * The code that runs inside the engine before any user's code: it makes `console`, `Math.random` and the three
 * functions that the host calls. It keeps the intrinsics that it needs, so that nothing a user patches reaches it; and
 * what it answers is only ever read as text.
 *
 * `begin` and `finish` answer a string, which is the JSON of the result, or `[kind, detail, stack]`.
 */
export const GUEST = `
(function (log) {
  "use strict";
  const { apply } = Reflect;
  const { then } = Promise.prototype;
  const { slice, charCodeAt } = String.prototype;
  const NativePromise = Promise;
  const toText = String;
  const cut = (text, length) => apply(slice, text, [0, length]);

  ${GUEST_NUMBERS}

  // The clock of the engine stands still, so there is nothing to measure.
  delete globalThis.performance;

  function tell(value) {
    if (typeof value === "string") return value;
    try {
      if (value instanceof Error) return toText(value);
      return stringify(value) ?? toText(value);
    } catch {
      try {
        return toText(value);
      } catch {
        return "[cannot be shown]";
      }
    }
  }
  function write(...values) {
    let line = "";
    for (let i = 0; i < values.length; i++) line += (i === 0 ? "" : " ") + cut(tell(values[i]), ${MAX_LOG_LINE_LENGTH});
    log(cut(line, ${MAX_LOG_LINE_LENGTH}));
  }
  globalThis.console = { debug: write, error: write, info: write, log: write, warn: write };

  let seed = "";
  let state = null;
  function seedState() {
    const words = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef];
    for (let i = 0; i < seed.length; i++) {
      const code = apply(charCodeAt, seed, [i]);
      for (let w = 0; w < 4; w++) words[w] = imul(words[w] ^ (code + w), 0x85ebca6b) ^ (words[(w + 1) & 3] >>> 13);
    }
    state = words;
    for (let i = 0; i < 12; i++) random();
  }
  const { imul } = Math;
  // sfc32, a small generator that passes PractRand.
  function random() {
    if (state === null) seedState();
    const sum = (state[0] + state[1] + state[3]) | 0;
    state[3] = (state[3] + 1) | 0;
    state[0] = state[1] ^ (state[1] >>> 9);
    state[1] = (state[2] + (state[2] << 3)) | 0;
    state[2] = (((state[2] << 21) | (state[2] >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  }
  Object.defineProperty(Math, "random", { value: random, writable: true, configurable: true, enumerable: false });

  let declare;
  let settled = null;
  let numbers = null;

  function failure(kind, error) {
    let text = "";
    let stack = "";
    try {
      text = cut(tell(error), 2000);
      if (error instanceof Error) stack = cut(toText(error.stack), 2000);
    } catch {
      text ||= "an error that cannot be shown";
    }
    return [kind, text, stack];
  }
  function answer(value) {
    if (value === undefined) return ["nothing", "", ""];
    let json;
    try {
      json = numbers === null ? stringify(value) : numbers.write(value);
    } catch (error) {
      return failure("unwritable", error);
    }
    if (json === undefined) return ["unwritable", "a " + typeof value + " is no JSON", ""];
    if (json.length > ${MAX_OUTPUT_BYTES}) return ["large", "", ""];
    return json;
  }
  function begin(text, eventSeed, form, described) {
    seed = eventSeed;
    let payload;
    try {
      if (form === undefined) payload = parse(text);
      else {
        numbers = createNumbers(form, described);
        payload = numbers.read(text);
      }
    } catch (error) {
      return failure("unreadable", error);
    }
    try {
      const transform = declare();
      if (typeof transform !== "function") return ["missing", "", ""];
      const value = transform(payload);
      if (value === null || typeof value !== "object" || typeof value.then !== "function") return answer(value);
      const promise = new NativePromise((resolve) => resolve(value));
      apply(then, promise, [
        (result) => {
          settled = { value: result };
        },
        (error) => {
          settled = { error };
        },
      ]);
      return ["waiting", "", ""];
    } catch (error) {
      return failure("threw", error);
    }
  }
  function finish() {
    if (settled === null) return ["pending", "", ""];
    return "error" in settled ? failure("threw", settled.error) : answer(settled.value);
  }
  function check() {
    try {
      return typeof declare() === "function" ? ["checked", "", ""] : ["missing", "", ""];
    } catch (error) {
      return failure("threw", error);
    }
  }
  function install(declaration) {
    declare = declaration;
  }
  return { begin, finish, check, install };
})
`;

/** A function around the user's text, on the same lines, that runs it and gives the `transform` that it declares. */
export function wrap(source: string): string {
  return `(function () {${source}\n;return typeof transform === "undefined" ? undefined : transform;})`;
}
