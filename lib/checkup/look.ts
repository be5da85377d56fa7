import { whatFailed } from "@/lib/db/what-failed";

/** What was found out, or why nothing could be. */
export type Looked<T> = { readonly seen: true; readonly value: T } | { readonly seen: false; readonly why: string };

/** How a look waits: for so long, and what it had opened is told to end when that is over. */
export type Look = <T>(work: (over: AbortSignal) => Promise<T>) => Promise<Looked<T>>;

/**
 * Creates the way to look at something that may fail or never end: an error, and `patienceMs` without an end, are
 * reasons why it could not be looked at. Never rejects.
 */
export function createLook(patienceMs: number): Look {
  return async (work) => {
    const over = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`no answer within ${patienceMs / 1_000} s`));
        over.abort();
      }, patienceMs);
    });
    try {
      return { seen: true, value: await Promise.race([work(over.signal), late]) };
    } catch (error) {
      return { seen: false, why: whatFailed(error) };
    } finally {
      clearTimeout(timer);
    }
  };
}

export function seen<T>(value: T): Looked<T> {
  return { seen: true, value };
}

export function unseen(why: string): Looked<never> {
  return { seen: false, why };
}
