import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Before version 24 Node.js passes on what an AsyncLocalStorage holds by a hook at each promise of the process, from the
 * first use on and for good (lib/async_hooks.js, `_enable`): one page that Next.js rendered made each event cost an eighth
 * more. From 24 on there is no such hook.
 */
const HAS_HOOKS = Number.parseInt(process.versions.node, 10) < 24;

/** An AsyncLocalStorage that costs nothing while nothing works within it. */
export class RestingStorage<T> {
  readonly #storage = new OwnStorage<T>();
  #within = 0;

  /** What the present work runs with; undefined outside of any. */
  get(): T | undefined {
    return this.#storage.getStore();
  }

  /** Works with it, until the promise that the work may return is settled. */
  run<R>(value: T, work: () => R): R {
    if (!HAS_HOOKS) return this.#storage.run(value, work);
    this.#within += 1;
    const leave = () => {
      this.#within -= 1;
      if (this.#within === 0) this.#storage.disable();
    };
    let result: R;
    try {
      result = this.#storage.run(value, work);
    } catch (error) {
      leave();
      throw error;
    }
    if (result instanceof Promise) result.then(leave, leave);
    else leave();
    return result;
  }

  exit<R>(work: () => R): R {
    return this.#storage.exit(work);
  }
}

class OwnStorage<T> extends AsyncLocalStorage<T> {}

/** The storages of libraries, such as those in which Next.js and React keep what a page is rendered with. */
export class ForeignStorages {
  readonly #used = new Set<AsyncLocalStorage<unknown>>();

  /** From now on notes which are used. Nobody tells otherwise: a library makes its storages where it likes. */
  watch(): void {
    if (!HAS_HOOKS) return;
    const { prototype } = AsyncLocalStorage;
    const note = (storage: AsyncLocalStorage<unknown>) => {
      if (!(storage instanceof OwnStorage)) this.#used.add(storage);
    };
    const { run, enterWith } = prototype;
    prototype.run = function (this: AsyncLocalStorage<unknown>, ...args: Parameters<typeof run>) {
      note(this);
      return run.apply(this, args);
    } as typeof run;
    prototype.enterWith = function (this: AsyncLocalStorage<unknown>, store) {
      note(this);
      enterWith.call(this, store);
    };
  }

  /** Ends what they cost, until they are used again. What still worked within them has nothing from then on. */
  rest(): void {
    for (const storage of this.#used) storage.disable();
    this.#used.clear();
  }
}
