import type { Trigger } from "@/cli/trigger/event-name";
import { unwrap } from "@/lib/api/client";
import { createApiClient } from "@/lib/api/create-client";
import { HookyardError } from "@/lib/kernel/errors";
import type { SentSample } from "@/lib/nouns/sources/sample-schemas";

type Way = { url: string; key: string; source: string; count: number };

/** Has the server sign and send samples, one after the other. Returns whether all were accepted. */
export async function requestSamples(
  { name, provider, event }: Trigger,
  { url, key, source, count }: Way,
  print: (line: string) => void,
): Promise<boolean> {
  const client = createApiClient({ baseUrl: url.replace(/\/+$/, ""), apiKey: key });
  const { projects } = await unwrap(client.GET("/v1/me"));
  const [project] = projects;
  if (!project) throw new HookyardError("not_found", "The key's project was deleted.");
  const params = { path: { projectID: project.uid, sourceID: source } };
  const found = await unwrap(client.GET("/v1/projects/{projectID}/sources/{sourceID}", { params }));
  if (found.provider !== provider) {
    const whose = found.provider === null ? "has no provider" : `is one of ${found.provider}`;
    throw new HookyardError("invalid_fields", `--source: ${found.name} ${whose}, and ${name} is of ${provider}.`);
  }
  let refused = 0;
  for (let sent = 0; sent < count; sent++) {
    const answer = await unwrap(
      client.POST("/v1/projects/{projectID}/sources/{sourceID}/samples", { params, body: { event } }),
    );
    if (!answer.accepted) refused += 1;
    print(`${answer.status}  ${name}  ${tell(answer)}`);
  }
  return refused === 0;
}

function tell({ accepted, message, reason, code, event_id }: SentSample): string {
  if (!accepted) return `${reason ?? code}: ${message}`;
  return event_id === null ? message : `${message}: ${event_id}`;
}
