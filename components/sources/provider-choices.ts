import { PROVIDERS } from "@/lib/kernel/provider-names.gen";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import { providers } from "@/lib/providers/providers.gen";

export type ProviderChoice = { value: ProviderName; label: string };

const ALL: readonly (ProviderChoice & { words: string })[] = PROVIDERS.map((value) => {
  const { title, alsoCalled } = providers[value];
  return { value, label: title, words: [title, value, ...alsoCalled].join(" ").toLowerCase() };
}).toSorted((a, b) => a.label.localeCompare(b.label, "en"));

/** The providers that somebody may mean who typed this: by title, name or another word; titles that begin so first. */
export function providerChoices(typed: string): ProviderChoice[] {
  const words = typed.trim().toLowerCase();
  const found = ALL.filter((one) => words.split(/\s+/).every((word) => one.words.includes(word)));
  const begins = ({ label }: ProviderChoice) => (label.toLowerCase().startsWith(words) ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b)).map(({ value, label }) => ({ value, label }));
}
