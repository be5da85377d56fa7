import type { IncomingCase, Try } from "./incoming-case";
import { tryBodies } from "./try-bodies";
import { tryForms } from "./try-forms";
import { tryAddresses, tryHeaders } from "./try-places";
import { tryProviders } from "./try-providers";
import { trySecrets } from "./try-secrets";

/** At most so many things are tried for one request; each costs a few digests of its body. */
export const MAX_TRIES = 400;

/** What people usually get wrong, one thing at a time, the likeliest first. */
export function* listTries(one: IncomingCase): Generator<Try> {
  let count = 0;
  for (const tries of [trySecrets, tryHeaders, tryBodies, tryForms, tryAddresses, tryProviders]) {
    for (const attempt of tries(one)) {
      if (count === MAX_TRIES) return;
      count += 1;
      yield attempt;
    }
  }
}
