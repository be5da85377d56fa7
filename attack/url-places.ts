import type { Answer } from "@/attack/caller";
import type { Tenant } from "@/attack/stage";

/** A place for an address that the copy then connects to. `status` is the answer to a forbidden one. */
export type UrlPlace = { name: string; write(tenant: Tenant, url: string): Promise<Answer> };

const OK = "http://127.0.0.2:9/";
const endpoint = (name: string, more: (url: string) => object): UrlPlace => ({
  name,
  write: ({ id, keys }, url) =>
    keys.admin.ask("POST", `/v1/projects/${id}/endpoints`, { body: { name: "e", url: OK, ...more(url) } }),
});

/** Places for whole URLs, which refuse a forbidden one on writing. */
export const URL_PLACES: readonly UrlPlace[] = [
  endpoint("an endpoint's url", (url) => ({ url })),
  endpoint("a chat_webhook_url", (url) => ({ chat_webhook_url: url })),
  endpoint("the url of oauth2", (url) => {
    return { authentication: { type: "oauth2", oauth2: { url, client_id: "c", client_secret: "s" } } };
  }),
  {
    name: "the url of meta events",
    write: ({ id, keys }, url) =>
      keys.admin.ask("PUT", `/v1/projects/${id}`, { body: { settings: { meta_event: { is_enabled: true, url } } } }),
  },
  {
    name: "the url of a dynamic event",
    write: ({ id, keys }, url) =>
      keys.admin.ask("POST", `/v1/projects/${id}/events/dynamic`, { body: { url, event_type: "a.b", data: 1 } }),
  },
  {
    name: "the url of a rest_api source",
    write: ({ id, keys }, url) =>
      keys.admin.ask("POST", `/v1/projects/${id}/sources`, {
        body: { name: "s", type: "rest_api", rest_api: { url } },
      }),
  },
];

/** The settings of consumed sources with this server: refused on writing, or on connecting. */
export function consumedFrom(host: string, port: number): Record<string, object> {
  const bare = host.replace(/^\[|\]$/g, "");
  const broker = (type: string, settings: object) => ({ pub_sub: { type, [type]: settings } });
  return {
    amqp: broker("amqp", { host: bare, port: String(port), queue: "q" }),
    logstream: broker("logstream", { brokers: [`${host}:${port}`], consumer_group_id: "g", topic_name: "t" }),
    cloudqueue: broker("cloudqueue", {
      access_key_id: "i",
      secret_key: "s",
      default_region: "eu-central-1",
      queue_name: "q",
      endpoint: `http://${host}:${port}`,
    }),
    cloudtopic: broker("cloudtopic", {
      project_id: "project-1",
      subscription_id: "subscription-1",
      endpoint: `${host}:${port}`,
    }),
    rest_api: { rest_api: { url: `http://${host}:${port}/`, interval_seconds: 1 } },
    db_change_stream: {
      db_change_stream: { host: bare, port, database: "d", user: "u", ssl: "disable", tables: ["public.t"] },
    },
  };
}
