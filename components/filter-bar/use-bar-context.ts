"use client";

import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { deviceChoicesRead, deviceListRead } from "@/components/devices/queries";
import { endpointChoicesRead, endpointListRead } from "@/components/endpoints/queries";
import type { Choice, Choices } from "@/components/filter-bar/find-choice";
import { readList, readTokens } from "@/components/filter-bar/read-tokens";
import type { BarContext } from "@/components/filter-bar/term-kinds";
import { isUuid } from "@/components/ids/id-text";
import { sourceChoicesRead, sourceListRead } from "@/components/sources/queries";
import { subscriptionChoicesRead, subscriptionListRead } from "@/components/subscriptions/queries";
import { useZone } from "@/components/time/use-zone";
import type { Page } from "@/lib/wire/fields";

type Noun = keyof BarContext["choices"];
type Named = { uid: string; name: string } | { uid: string; host_name: string };

const NOUNS = ["endpoint", "source", "device", "subscription"] as const satisfies readonly Noun[];
const FRESH_MS = 30_000;

/**
 * What typed names may stand for. `known` has what is loaded, for completion; `load` has what a line needs, also names
 * that are not among the newest hundred, and throws what the API refuses.
 */
export function useBarContext(projectID: string, isUsed: boolean) {
  const client = useQueryClient();
  const zone = useZone();
  const options = { enabled: isUsed, staleTime: FRESH_MS };
  const endpoint = useQuery({ ...endpointChoicesRead(projectID), ...options }).data;
  const source = useQuery({ ...sourceChoicesRead(projectID), ...options }).data;
  const device = useQuery({ ...deviceChoicesRead(projectID), ...options }).data;
  const subscription = useQuery({ ...subscriptionChoicesRead(projectID), ...options }).data;

  const choices = {
    endpoint: toChoices("endpoint", endpoint),
    source: toChoices("source", source),
    device: toChoices("device", device),
    subscription: toChoices("subscription", subscription),
  };
  const load = async (line: string): Promise<BarContext> => {
    const wanted = namesOf(line);
    const found = NOUNS.map(async (noun) => [noun, await loadChoices(client, projectID, { noun, wanted })] as const);
    const needed = Object.fromEntries(await Promise.all(found)) as BarContext["choices"];
    return { choices: needed, nowMs: Date.now(), zone };
  };
  return { known: { choices }, load };
}

/** The names that a line gives for each noun. */
function namesOf(line: string): Partial<Record<string, string[]>> {
  const named: Partial<Record<string, string[]>> = {};
  for (const token of readTokens(line)) {
    if (token.kind !== "term") continue;
    const noun = token.name.toLowerCase();
    named[noun] = [...(named[noun] ?? []), ...readList(token.value)];
  }
  return named;
}

type Wanted = { noun: Noun; wanted: ReturnType<typeof namesOf> };

async function loadChoices(client: QueryClient, projectID: string, { noun, wanted }: Wanted): Promise<Choices> {
  const typed = (wanted[noun] ?? []).filter((name) => !isUuid(name));
  if (typed.length === 0) return toChoices(noun, undefined);
  const page = await readPage(client, projectID, noun);
  if (!page.pagination.has_next_page) return toChoices(noun, page);
  const pages = await Promise.all(typed.map((name) => readPage(client, projectID, noun, name)));
  const known = new Map([page, ...pages].flatMap(({ content }) => content.map((one) => [one.uid, toChoice(one)])));
  return { noun, known: [...known.values()], isAll: pages.every(({ pagination }) => !pagination.has_next_page) };
}

/** The newest hundred, or the newest hundred with this in their names. */
function readPage(client: QueryClient, projectID: string, noun: Noun, name?: string): Promise<Page<Named>> {
  const query = { perPage: 100, ...(name !== undefined && { name }) };
  const fetchFresh = {
    endpoint: () => client.fetchQuery({ ...endpointListRead(projectID, query), staleTime: FRESH_MS }),
    source: () => client.fetchQuery({ ...sourceListRead(projectID, query), staleTime: FRESH_MS }),
    device: () => client.fetchQuery({ ...deviceListRead(projectID, query), staleTime: FRESH_MS }),
    subscription: () => client.fetchQuery({ ...subscriptionListRead(projectID, query), staleTime: FRESH_MS }),
  } satisfies Record<Noun, () => Promise<Page<Named>>>;
  return fetchFresh[noun]();
}

function toChoices(noun: Noun, page: Page<Named> | undefined): Choices {
  return { noun, known: page?.content.map(toChoice) ?? [], isAll: page?.pagination.has_next_page !== true };
}

function toChoice(named: Named): Choice {
  return { id: named.uid, name: "name" in named ? named.name : named.host_name };
}
