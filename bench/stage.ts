import { type Api, createApi } from "@/bench/api";
import type { Cleanup } from "@/bench/cleanup";
import { type Copy, type CopyOptions, startCopy } from "@/bench/copy";
import type { LoadCalls } from "@/bench/load.process";
import { type Process, startProcess } from "@/bench/process";
import type { ReceiverCalls } from "@/bench/receiver.process";
import type { Endpoint } from "@/lib/endpoints/schemas";
import type { Source } from "@/lib/sources/schemas";
import type { Subscription } from "@/lib/subscriptions/schemas";

/** A copy with a source, whose every event goes to a receiver, and a load to post there. */
export type Stage = {
  copy: Copy;
  api: Api;
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
  const copy = await startCopy(options);
  cleanup.defer(() => copy.dispose());

  const receiverUrl = await receiver.call("listen");
  const { project_id, api_key } = await copy.init("Bench", "incoming");
  const api = createApi(copy.url, project_id, api_key);
  const source = await api.post<Source>("/sources", { name: "Load", type: "http", verifier: { type: "noop" } });
  const endpoint = await api.post<Endpoint>("/endpoints", { name: "Receiver", url: receiverUrl });
  await api.post<Subscription>("/subscriptions", {
    name: "All",
    source_id: source.uid,
    endpoint_id: endpoint.uid,
  });
  const ingestUrl = new URL(new URL(source.url).pathname, copy.url).href;
  return { copy, api, load, receiver, receiverUrl, ingestUrl };
}
