import type { ProviderName } from "@/lib/kernel/vocabulary";
import { providers } from "@/lib/providers/providers.gen";
import { type HeldKeyScheme, isPublishedKey } from "@/lib/providers/scheme";
import { type IncomingFinding, tell } from "./findings";
import { type IncomingCase, singlesOf, type Try } from "./incoming-case";
import { headersOf, proofHeaderOf } from "./scheme-headers";

const MAX_TITLES = 3;

type Way = { scheme: HeldKeyScheme; titles: string[] };

/** The ways of all other providers; those that sign alike are one. */
export function* tryProviders({ scheme, provider }: IncomingCase): Generator<Try> {
  for (const { scheme: other, titles } of listWays(provider, scheme)) {
    const message = `The signature is right as ${join(titles)} signs.`;
    yield { scheme: other, finding: tell("other_provider", message) };
  }
}

function listWays(provider: ProviderName | null, own: HeldKeyScheme): Iterable<Way> {
  const ways = new Map<string, Way>();
  for (const [name, { title, scheme }] of Object.entries(providers)) {
    const key = JSON.stringify(scheme);
    if (name === provider || key === JSON.stringify(own) || isPublishedKey(scheme)) continue;
    const way = ways.get(key);
    if (way) way.titles.push(title);
    else ways.set(key, { scheme, titles: [title] });
  }
  return ways.values();
}

/** Which other provider a request without the source's own proof looks like, by the names of its headers alone. */
export function guessProvider({ scheme, provider, request }: IncomingCase): IncomingFinding | null {
  const own = new Set(headersOf(scheme).map((name) => name.toLowerCase()));
  for (const { scheme: other, titles } of listWays(provider, scheme)) {
    for (const single of singlesOf(other)) {
      const name = proofHeaderOf(single);
      const isTelling = name !== null && name !== "Authorization" && !own.has(name.toLowerCase());
      if (!isTelling || request.headers[name.toLowerCase()] === undefined) continue;
      const message = `The request has the header ${name}, where ${join(titles)} puts its signature. No secret known here made it.`;
      return tell("other_provider", message, { header: name });
    }
  }
  return null;
}

function join(titles: readonly string[]): string {
  const few = titles.slice(0, MAX_TITLES);
  const words = titles.length > MAX_TITLES ? [...few, "another"] : few;
  return words.length === 1 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
