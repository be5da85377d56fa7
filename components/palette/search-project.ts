import { api } from "@/components/data/api";
import type { FoundEndpoint, PaletteEntry } from "@/components/palette/palette-entry";
import { toViewAddress } from "@/components/views/view-address";
import { unwrap } from "@/lib/api/client";

export type Found = { entries: PaletteEntry[]; endpoints: FoundEndpoint[] };

export type SearchScope = {
  projectID: string;
  /** Only a project with event types of its own lists them. */
  hasEventTypes: boolean;
  /** Whose people the person may see: the installation's, the project's, or nobody's. */
  people: "installation" | "project" | null;
};

const FEW = 5;

/** Finds the project's resources and people by a part of their names, a few of each kind, in parallel. */
export async function searchProject(scope: SearchScope, words: string, signal: AbortSignal): Promise<Found> {
  const { projectID } = scope;
  const home = `/projects/${projectID}`;
  const params = { path: { projectID } };
  const byName = { params: { ...params, query: { name: words, perPage: FEW } }, signal };
  const byText = { params: { ...params, query: { q: words, perPage: FEW } }, signal };
  const [endpoints, sources, subscriptions, views, types, people] = await Promise.all([
    unwrap(api.GET("/v1/projects/{projectID}/endpoints", byText)),
    unwrap(api.GET("/v1/projects/{projectID}/sources", byName)),
    unwrap(api.GET("/v1/projects/{projectID}/subscriptions", byName)),
    unwrap(api.GET("/v1/projects/{projectID}/views", { params: { ...params, query: { q: words } }, signal })),
    scope.hasEventTypes ? unwrap(api.GET("/v1/projects/{projectID}/event-types", byText)) : null,
    findPeople(scope, words, signal),
  ]);
  return {
    endpoints: endpoints.content,
    entries: [
      ...endpoints.content.map((one) => toEntry("endpoint", one, `${home}/endpoints/${one.uid}`, one.url)),
      ...sources.content.map((one) => toEntry("source", one, `${home}/sources/${one.uid}`, one.type)),
      ...subscriptions.content.map((one) => toEntry("subscription", one, `${home}/subscriptions/${one.uid}`)),
      ...views.slice(0, FEW).map((one) => toEntry("view", one, toViewAddress(projectID, one), one.list)),
      ...(types?.content ?? []).map((one) => toEntry("event type", one, `${home}/event-types/${one.uid}`)),
      ...people,
    ],
  };
}

async function findPeople(scope: SearchScope, words: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  const query = { q: words, perPage: FEW };
  if (scope.people === null) return [];
  if (scope.people === "installation") {
    const { content } = await unwrap(api.GET("/v1/users", { params: { query }, signal }));
    return content.map((user) => toPerson(user, "/installation/people"));
  }
  const path = { projectID: scope.projectID };
  const { content } = await unwrap(api.GET("/v1/projects/{projectID}/members", { params: { path, query }, signal }));
  return content.map((member) => toPerson(member, `/projects/${scope.projectID}/settings/members`));
}

function toPerson(person: { uid: string; name: string; email: string }, list: string): PaletteEntry {
  const { uid, name, email } = person;
  const address = `${list}?q=${encodeURIComponent(email)}`;
  return { kind: "person", uid, name: name || email, detail: name ? email : "", address };
}

function toEntry(
  kind: PaletteEntry["kind"],
  { uid, name }: { uid: string; name: string },
  address: string,
  detail = "",
): PaletteEntry {
  return { kind, uid, name, detail, address };
}
