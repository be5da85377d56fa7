import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import type { DeliveryStatus, ProjectType, Role } from "@/lib/kernel/vocabulary";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";
import type { CreateEndpoint, Endpoint } from "@/lib/nouns/endpoints/schemas";
import type { Event } from "@/lib/nouns/events/schemas";
import type { CreateSource, Source } from "@/lib/nouns/sources/schemas";
import type { Page } from "@/lib/wire/fields";

/** Where an event arrives and where it goes. */
export type Route = { source: Source; endpoint: Endpoint };

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A project of one test, and a script's actions on it by its key. */
export type TestProject = {
  id: string;
  name: string;
  key: string;
  /** Its address in the dashboard. */
  home: string;
  /** Returns the `data` of /v1's answer for the project, or below it; throws a refusal. */
  ask<T>(method: Method, path: string, body?: unknown): Promise<T>;
  /** Invites a person as the owner, which no key may do. */
  invite(email: string, role?: Role): Promise<{ uid: string; email: string; token: string; url: string }>;
  makeSource(body?: Partial<CreateSource>): Promise<Source>;
  makeEndpoint(body: Partial<CreateEndpoint> & { url: string }): Promise<Endpoint>;
  subscribe(route: Route, eventTypes?: string[]): Promise<void>;
  /** A source whose events all go to an endpoint at this address. */
  makeRoute(url: string, endpoint?: Partial<CreateEndpoint>): Promise<Route>;
  /** Posts an event to the source as a sender does; returns its id. */
  send(source: Source, body: unknown, headers?: Record<string, string>): Promise<string>;
  countEvents(): Promise<number>;
  /** The deliveries of this status, the newest first, at most a hundred. */
  listDeliveries(status: DeliveryStatus): Promise<EventDelivery[]>;
};

/** Creates a project and its key with the session of `request`. */
export async function createProject(request: APIRequestContext, url: string, type: ProjectType): Promise<TestProject> {
  const name = `Shop ${randomUUID().slice(0, 8)}`;
  const make = async (path: string, data: unknown) => {
    const response = await request.post(`${url}/v1/${path}`, { data, headers: { origin: url } });
    if (!response.ok()) throw new Error(`${path} was answered ${response.status()}: ${await response.text()}`);
    return (await response.json()).data;
  };
  const { uid: id } = await make("projects", { name, type });
  const { key } = await make(`projects/${id}/api-keys`, { name: "test", role: "admin" });
  const invite: TestProject["invite"] = (email, role = "viewer") => make(`projects/${id}/invitations`, { email, role });
  return toProject({ id, name, key, invite }, url);
}

type Identity = Pick<TestProject, "id" | "name" | "key" | "invite">;

function toProject(identity: Identity, url: string): TestProject {
  const { id, key } = identity;

  async function ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${url}/v1/projects/${id}${path && `/${path}`}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return JSON.parse(text).data;
  }

  const project: TestProject = {
    ...identity,
    home: `/projects/${id}`,
    ask,
    makeSource: (body) => ask("POST", "sources", { name: "shop", type: "http", ...body }),
    makeEndpoint: (body) => ask("POST", "endpoints", { name: "orders", ...body }),
    async subscribe({ source, endpoint }, eventTypes = ["*"]) {
      await ask("POST", "subscriptions", {
        name: `${source.name} to ${endpoint.name}`,
        source_id: source.uid,
        endpoint_id: endpoint.uid,
        filter_config: { event_types: eventTypes },
      });
    },
    async makeRoute(to, endpoint) {
      const route = {
        source: await project.makeSource(),
        endpoint: await project.makeEndpoint({ ...endpoint, url: to }),
      };
      await project.subscribe(route);
      return route;
    },
    async send(source, body, headers = {}) {
      const response = await fetch(source.url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`The event was answered ${response.status}: ${await response.text()}`);
      return (await response.json()).data.uid;
    },
    countEvents: async () => (await ask<Page<Event>>("GET", "events?perPage=100&view=summary")).content.length,
    async listDeliveries(status) {
      const query = new URLSearchParams({ status, perPage: "100", view: "summary" });
      return (await ask<Page<EventDelivery>>("GET", `eventdeliveries?${query}`)).content;
    },
  };
  return project;
}
