import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Caller, Made } from "@/attack/caller";
import { hostile } from "@/attack/hostile-text";
import type { Stage } from "@/attack/stage";
import { until } from "@/attack/until";
import type { TestProject } from "@/e2e/support/project";

const CODE = `// ${hostile("a function")}\nfunction transform(payload) { console.log(payload); return payload }`;

/**
 * Puts a script into every text that the project stores and a page may show. Returns the ingest address of its source.
 */
export async function plantScripts({ owner }: Stage, project: TestProject): Promise<string> {
  const home = `/v1/projects/${project.id}`;
  await owner.put(home, { name: `${hostile("project").slice(0, 90)} ${project.id.slice(-6)}` });
  await owner.put("/v1/me", { name: hostile("person").slice(0, 100) });
  const server = await answerHostile();
  const endpoint = await owner.post(`${home}/endpoints`, {
    name: hostile("endpoint name").slice(0, 100),
    description: hostile("endpoint description"),
    owner_id: hostile("owner").slice(0, 200),
    external_id: hostile("external id").slice(0, 255).trim(),
    metadata: {
      [hostile("key")
        .replace(/[[\]=]/g, "")
        .slice(0, 40)
        .trim()]: hostile("value").slice(0, 500).trim(),
    },
    url: `${server.url}/?q=${encodeURIComponent(hostile("endpoint url"))}`,
  });
  const source = await owner.post<Made & { url: string }>(`${home}/sources`, {
    name: hostile("source name").slice(0, 100),
    type: "http",
    idempotency_keys: ["request.body.id"],
    custom_response: { body: hostile("custom response"), content_type: "text/plain" },
  });
  await owner.post(`${home}/subscriptions`, {
    name: hostile("subscription name").slice(0, 100),
    source_id: source.uid,
    endpoint_id: endpoint.uid,
    alert_config: { count: 1, threshold: "1h" },
    function: CODE,
    filter_config: { filter: { body: { text: { $neq: hostile("filter") } } } },
  });
  await owner.post(`${home}/api-keys`, { name: hostile("api key").slice(0, 100), role: "viewer" });
  await owner.post(`${home}/devices`, { host_name: hostile("device").slice(0, 100) });
  const receiver = await owner.post<Made & { url: string }>(`${home}/receivers`, {
    name: hostile("receiver").slice(0, 100),
    answer: { content_type: "text/plain", body: hostile("receiver's answer") },
  });
  await sendHostile(owner, receiver.url);
  await owner.post(`${home}/replays`, { name: hostile("replay").slice(0, 100) });
  await owner.post(`${home}/event-types`, {
    name: `hostile.type`,
    category: hostile("category").slice(0, 100),
    description: hostile("description"),
    json_schema: { type: "object", title: hostile("schema"), properties: { [hostile("name")]: { type: "string" } } },
    example: { [hostile("name")]: hostile("example") },
    is_public: true,
  });
  const told = { title: hostile("title").slice(0, 100), description: hostile("introduction") };
  await owner.put(`${home}/catalogue`, { ...told, is_enabled: true });
  await sendHostile(owner, source.url);
  const failing = `function transform() { throw new Error(${JSON.stringify(hostile("error"))}) }`;
  await owner.put(`${home}/sources/${source.uid}`, { body_function: failing });
  await sendHostile(owner, source.url);
  type Page = { content: unknown[] };
  await until(
    () => owner.get<Page>(`${home}/eventdeliveries?endpointId=${endpoint.uid}&status=Retry,Success,Failure`),
    ({ content }) => content.length > 0,
  );
  server.close();
  return source.url;
}

async function sendHostile(owner: Caller, url: string): Promise<void> {
  const body = {
    id: hostile("id").slice(0, 400),
    text: hostile("payload"),
    [hostile("field")]: 1,
    type: "hostile.type",
  };
  await owner.ask(
    "POST",
    `${url}?${encodeURIComponent(hostile("query name"))}=${encodeURIComponent(hostile("query"))}`,
    {
      body: { ...body, at: performance.now() },
      headers: { "x-hostile": hostile("header"), "user-agent": hostile("user agent") },
    },
  );
}

/** A receiver whose answer is a page of scripts. */
async function answerHostile(): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.writeHead(500, { "content-type": "text/html", "x-answer": hostile("answer's header") });
    response.end(`<html>${hostile("answer")}</html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
