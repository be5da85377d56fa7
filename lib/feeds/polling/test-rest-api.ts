import type { AddressGuard } from "@/lib/egress/address-guard";
import { createSender } from "@/lib/egress/send";
import { Walk } from "@/lib/feeds/brokers/walk";
import { decidePlace, readItems, START } from "@/lib/feeds/polling/read-answer";
import { MAX_ANSWER_BYTES, requestPage } from "@/lib/feeds/polling/request-page";
import type { RestApi } from "@/lib/nouns/sources/rest-api-schemas";
import type { ConnectionCheck } from "@/lib/nouns/sources/test-connection-schemas";

/** Makes one request as the first poll would, stores nothing, and reports what was found or which step failed. */
export async function checkRestApi(settings: RestApi, guard: AddressGuard): Promise<ConnectionCheck[]> {
  const walk = new Walk();
  const refusal = guard.checkUrl(settings.url);
  if (refusal) await walk.step("address", () => Promise.reject(new Error(refusal)));
  // Behind a proxy this machine may have no way of its own to the API: the request itself shows whether there is one.
  if (walk.isWell && guard.proxy === null) {
    const { hostname, port, protocol } = new URL(settings.url);
    const tls = protocol === "https:";
    await walk.reach([{ host: hostname, port: Number(port || (tls ? 443 : 80)), tls }], guard);
  }
  await walk.step("resource", () => ask(settings, guard));
  return walk.checks;
}

async function ask(settings: RestApi, guard: AddressGuard): Promise<string> {
  const sender = createSender({ guard, maxResponseBytes: MAX_ANSWER_BYTES });
  try {
    const answer = await requestPage(sender, settings, START, AbortSignal.timeout(60_000));
    if (answer.json === null) return "It answers that there is nothing at the moment.";
    const items = readItems(settings, answer.json);
    const { place } = decidePlace(settings, START, { ...answer, json: answer.json, items: items.length });
    const [first] = items;
    const found = `It answers with ${items.length.toLocaleString("en")} ${items.length === 1 ? "item" : "items"}`;
    const id = first && settings.id_path !== null ? `, the first with the id ${first.identity.key.slice(0, 100)}` : "";
    const next = place.cursor ?? place.url;
    return `${found}${id}${next === null ? "" : `; what comes next is at ${next.slice(0, 200)}`}.`;
  } finally {
    await sender.close();
  }
}
