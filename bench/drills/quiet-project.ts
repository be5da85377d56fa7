import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Copy } from "@/bench/copy";
import { openProject } from "@/bench/drills/drill";

const LOOK_MS = 100;
/** What a project answers about itself and about all that it has. */
const PLACES = [
  "",
  "/alert-routes",
  "/alert-rules",
  "/api-keys",
  "/endpoints",
  "/event-types",
  "/eventdeliveries",
  "/eventdeliveries/counts",
  "/events",
  "/function-versions",
  "/incidents",
  "/invitations",
  "/ledger",
  "/members",
  "/meta-events",
  "/receivers",
  "/replays",
  "/sources",
  "/subscriptions",
];

/** The moment of the answer, and that of an earlier one, which the answers that are compared may have moved. */
const MOMENTS = ["at", "last_used_at"];

/** A project that gets an event now and then, which copies of two versions are asked about and change. */
export type QuietProject = {
  /** Sends it an event by this copy. */
  send(copy: Copy): Promise<void>;
  /** Throws unless the newer one tells all that the older one tells, and each goes on with what the other wrote. */
  compare(older: Copy, newer: Copy): Promise<void>;
};

export async function openQuietProject(first: Copy, receiverUrl: string): Promise<QuietProject> {
  const { project, apiKey, ingestUrl } = await openProject(first, "Quiet", receiverUrl);
  const ask = async ({ url }: Copy, place: string, method = "GET", body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}/v1/projects/${project.projectID}${place}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const told = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${url}${place}: ${answer.status} ${told}`);
    // Without HOOKYARD_URL each copy names its own address.
    return (JSON.parse(told.replaceAll(url, "")) as { data: unknown }).data;
  };
  const listAt = async (copy: Copy, place: string) =>
    ((await ask(copy, place)) as { content: { uid: string; status: string; name: string }[] }).content;
  const untilDelivered = async (copy: Copy, count: number) => {
    for (;;) {
      const deliveries = await listAt(copy, "/eventdeliveries?perPage=100");
      if (deliveries.length === count && deliveries.every(({ status }) => status === "Success")) return deliveries;
      await pause(LOOK_MS);
    }
  };
  let count = 0;
  const send = async (copy: Copy) => {
    const body = JSON.stringify({ quiet: count });
    const headers = { "content-type": "application/json", "x-event-type": "quiet" };
    const answer = await fetch(new URL(new URL(ingestUrl).pathname, copy.url), { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`${copy.url} answered ${answer.status} to an event: ${await answer.text()}`);
    count += 1;
  };
  /** One changes and sends, the other tells of it and resends. */
  const handOver = async (from: Copy, to: Copy) => {
    const [endpoint] = await listAt(from, "/endpoints");
    const name = `Named ${count}`;
    await ask(from, `/endpoints/${endpoint?.uid}`, "PUT", { name });
    const [changed] = await listAt(to, "/endpoints");
    if (changed?.name !== name) throw new Error(`${to.url} tells ${changed?.name} where ${from.url} wrote ${name}.`);
    await send(from);
    const [latest] = await untilDelivered(to, count);
    const delivery = `/eventdeliveries/${latest?.uid}`;
    await ask(to, `${delivery}/resend?force=true`, "PUT");
    while (((await ask(from, `${delivery}/deliveryattempts`)) as unknown[]).length < 2) await pause(LOOK_MS);
    await untilDelivered(from, count);
  };
  return {
    send,
    async compare(older, newer) {
      await handOver(older, newer);
      await handOver(newer, older);
      for (const place of PLACES) {
        const [told, expected] = await Promise.all([ask(newer, place), ask(older, place)]);
        const differs = findMissing(expected, told, place);
        if (differs !== null) throw new Error(`The newer copy tells another ${differs} than the older one.`);
      }
    },
  };
}

/** Where `told` lacks, or differs in, something of `expected`; null if it has all of it. More is not wrong. */
function findMissing(expected: unknown, told: unknown, place: string): string | null {
  if (!isObject(expected) || !isObject(told)) return isDeepStrictEqual(expected, told) ? null : place;
  for (const [name, value] of Object.entries(expected)) {
    if (MOMENTS.includes(name)) continue;
    const found = findMissing(value, told[name], `${place}.${name}`);
    if (found !== null) return found;
  }
  return Array.isArray(expected) && Object.keys(told).length !== expected.length ? `${place}.length` : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
