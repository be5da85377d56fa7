import type { Books, ProjectView } from "@/bench/accounts";
import type { Cleanup } from "@/bench/cleanup";
import { type Copy, type CopyOptions, startCopy } from "@/bench/copy";
import { laneUrls } from "@/bench/lanes";
import type { Target } from "@/bench/load/target";
import type { LoadCalls } from "@/bench/load.process";
import { type Process, startProcess } from "@/bench/process";
import type { ReceiverCalls } from "@/bench/receiver.process";
import type { Counts } from "@/bench/server-counts";
import { unwrap } from "@/lib/api/client";
import { createApiClient } from "@/lib/api/create-client";

/** A copy whose every event goes to a receiver, and a load to send them. */
export type Stage = {
  copy: Copy;
  project: ProjectView;
  load: Process<LoadCalls>;
  receiver: Process<ReceiverCalls>;
  receiverUrl: string;
  /** Where the load sends. */
  target: Target;
  /** The endpoints that get each event, all at the one receiver. */
  lanes: number;
  /** Where it is looked up what became of its events, unless in the lists of its project. */
  books?: Books;
  /** What the servers of its database have counted so far, if that is asked. */
  count?: () => Promise<Counts>;
};

export type StageOptions = CopyOptions & {
  /** How many endpoints get each event. */
  lanes?: number;
  /** How many events each request to an outgoing project carries, instead of webhooks to a source. */
  batch?: number;
};

export async function setStage(cleanup: Cleanup, options: StageOptions = {}): Promise<Stage> {
  const { lanes = 1, batch } = options;
  const receiver = startProcess<ReceiverCalls>("receiver.process.ts");
  cleanup.defer(() => receiver.end());
  const load = startProcess<LoadCalls>("load.process.ts");
  cleanup.defer(() => load.end());
  const copy = await startCopy(cleanup, options);

  const receiverUrl = await receiver.call("listen");
  const { project_id: projectID, api_key: apiKey } = await copy.init("Bench", batch ? "outgoing" : "incoming");
  const project = { client: createApiClient({ baseUrl: copy.url, apiKey }), projectID };
  const urls = lanes === 1 ? [receiverUrl] : laneUrls(receiverUrl, lanes);
  const target = batch
    ? await connectBatches(project, { url: receiverUrl, count: batch, apiKey, copyUrl: copy.url })
    : { url: await connectSource(project, urls) };
  return { copy, project, load, receiver, receiverUrl, target, lanes };
}

type SourceOptions = { name?: string; bodyFunction?: string; stripeSecret?: string; http_timeout?: number };

/** Creates a source whose every event goes to each of these addresses; returns the address to post to. */
export async function connectSource(
  project: ProjectView,
  urls: readonly string[],
  { name = "Load", bodyFunction, stripeSecret, ...endpoint }: SourceOptions = {},
): Promise<string> {
  const { client, projectID } = project;
  const params = { path: { projectID } };
  const source = await unwrap(
    client.POST("/v1/projects/{projectID}/sources", {
      params,
      body: {
        name,
        type: "http",
        ...(stripeSecret === undefined
          ? { verifier: { type: "noop" as const } }
          : {
              provider: "stripe" as const,
              verifier: { type: "provider" as const, provider: { secret: stripeSecret } },
            }),
        ...(bodyFunction !== undefined && { body_function: bodyFunction }),
      },
    }),
  );
  for (const [index, url] of urls.entries()) {
    await subscribe(project, { name: `${name} ${index + 1}`, url, ...endpoint }, source.uid);
  }
  return source.url;
}

type BatchPlan = { url: string; count: number; apiKey: string; copyUrl: string };

async function connectBatches(project: ProjectView, { url, count, apiKey, copyUrl }: BatchPlan): Promise<Target> {
  const endpointId = await subscribe(project, { name: "Receiver", url });
  return {
    url: `${copyUrl}/v1/projects/${project.projectID}/events/batch`,
    headers: { Authorization: `Bearer ${apiKey}` },
    batch: { count, before: `{"endpoint_id":"${endpointId}","event_type":"order.created","data":`, after: "}" },
  };
}

async function subscribe(
  { client, projectID }: ProjectView,
  fields: { name: string; url: string; http_timeout?: number },
  sourceId?: string,
): Promise<string> {
  const params = { path: { projectID } };
  const endpoint = await unwrap(client.POST("/v1/projects/{projectID}/endpoints", { params, body: fields }));
  const body = { name: fields.name, endpoint_id: endpoint.uid, ...(sourceId !== undefined && { source_id: sourceId }) };
  await unwrap(client.POST("/v1/projects/{projectID}/subscriptions", { params, body }));
  return endpoint.uid;
}
