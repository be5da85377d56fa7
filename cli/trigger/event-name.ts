import { HookyardError } from "@/lib/kernel/errors";
import { PROVIDERS } from "@/lib/kernel/provider-names.gen";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { findSample, listSampleEvents, tellNearest } from "@/lib/providers/find-sample";
import type { Sample } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/providers.gen";

/** An event of a provider, as `stripe.invoice.paid` names it. */
export type Trigger = { name: string; provider: ProviderName; event: string; sample: Sample };

/** Finds the sample that is named as `provider.event`. Throws with the nearest names if there is none. */
export function readTrigger(name = ""): Trigger {
  if (name === "")
    throw new HookyardError("not_found", "Name an event, such as stripe.invoice.paid; --list shows all.");
  const [before = ""] = name.split(".", 1);
  const provider = PROVIDERS.find((one) => one === before);
  const found = provider && findSample(provider, name.slice(before.length + 1));
  if (provider && found) return { name, provider, ...found };
  const known = provider ? namesOf(provider) : PROVIDERS.flatMap(namesOf);
  const nearest = tellNearest(name, known);
  throw new HookyardError(
    "not_found",
    `There is no ${name}.${nearest || ` Try --list${provider ? ` ${provider}` : ""}.`}`,
  );
}

/** The events of one provider; of all of them a line each, with what they are called. */
export function listTriggers(wanted: string | undefined): string[] {
  if (wanted === undefined) {
    const width = Math.max(...PROVIDERS.map((name) => name.length));
    return PROVIDERS.map((name) => `${name.padEnd(width)}  ${providers[name].title}: ${namesOf(name).join(", ")}`);
  }
  const provider = PROVIDERS.find((one) => one === wanted);
  if (provider) return namesOf(provider);
  throw new HookyardError("not_found", `--list: there is no provider ${wanted}.${tellNearest(wanted, PROVIDERS)}`);
}

function namesOf(provider: ProviderName): string[] {
  return listSampleEvents(provider).map((event) => `${provider}.${event}`);
}
