import type { ProjectView } from "@/bench/accounts";
import type { Cleanup } from "@/bench/cleanup";
import { type Copy, type CopyOptions, startCopy } from "@/bench/copy";
import type { LoadCalls } from "@/bench/load.process";
import { type Process, startProcess } from "@/bench/process";
import type { ReceiverCalls } from "@/bench/receiver.process";
import { createApiClient, unwrap } from "@/lib/api/client";

/** A copy with a source, whose every event goes to a receiver, and a load to post there. */
export type Stage = {
  copy: Copy;
  project: ProjectView;
  load: Process<LoadCalls>;
  receiver: Process<ReceiverCalls>;
  receiverUrl: string;
  ingestUrl: string;
};

export async function setStage(cleanup: Cleanup, options: CopyOptions = {}): Promise<Stage> {
  const receiver = startProcess<ReceiverCalls>("receiver.process.ts");
  cleanup.defer(() => receiver.end());
  const load = startProcess<LoadCalls>("load.process.ts");
  cleanup.defer(() => load.end());
  const copy = await startCopy(cleanup, options);

  const receiverUrl = await receiver.call("listen");
  const { project_id: projectID, api_key: apiKey } = await copy.init("Bench", "incoming");
  const client = createApiClient({ baseUrl: copy.url, apiKey });
  const project = { client, projectID };
  const ingestUrl = await connect(project, receiverUrl);
  return { copy, project, load, receiver, receiverUrl, ingestUrl };
}

/** Makes a source whose every event goes to the receiver; gives the address to post to. */
async function connect({ client, projectID }: ProjectView, receiverUrl: string): Promise<string> {
  const params = { path: { projectID } };
  const source = await unwrap(
    client.POST("/v1/projects/{projectID}/sources", {
      params,
      body: { name: "Load", type: "http", verifier: { type: "noop" } },
    }),
  );
  const endpoint = await unwrap(
    client.POST("/v1/projects/{projectID}/endpoints", { params, body: { name: "Receiver", url: receiverUrl } }),
  );
  const body = { name: "All", source_id: source.uid, endpoint_id: endpoint.uid };
  await unwrap(client.POST("/v1/projects/{projectID}/subscriptions", { params, body }));
  return source.url;
}
