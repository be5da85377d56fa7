import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { type AddressGuard, HOW_TO_ALLOW } from "./address-guard";
import type { Resolve } from "./resolver";

/** A destination that the address guard does not let through. */
class RefusedAddressError extends Error {
  readonly code = "HOOKYARD_REFUSED";
}

/**
 * The lookup of sockets. It returns only addresses that the guard allows, and the socket connects to what it returns,
 * so a name that changes its address between check and use (DNS rebinding) gains nothing.
 */
export function createGuardedLookup(guard: AddressGuard, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    const refused = guard.findNameRefusal(hostname);
    if (refused !== null) {
      const error = new RefusedAddressError(`Refused: ${refused}. ${HOW_TO_ALLOW}`);
      queueMicrotask(() => callback(error, "", 0));
      return;
    }
    resolve(hostname).then(
      (addresses) => {
        const allowed = addresses.filter(({ address }) => guard.isAllowed(address));
        const [first] = allowed;
        if (!first) callback(refusalOf(hostname, addresses, guard), "", 0);
        else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, "", 0),
    );
  };
}

function refusalOf(hostname: string, addresses: LookupAddress[], guard: AddressGuard): RefusedAddressError {
  const refusals = addresses.map(({ address }) => guard.findRefusal(address)).filter((refusal) => refusal !== null);
  const why = refusals[0] ?? "it has no address";
  return new RefusedAddressError(`Refused: ${hostname} is at an address that is not public: ${why}. ${HOW_TO_ALLOW}`);
}
