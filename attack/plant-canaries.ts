import type { Caller, Made } from "@/attack/caller";
import type { Canaries } from "@/attack/canaries";
import { credentialedEndpoints, credentialedSources, type NamedSource, type Plant } from "@/attack/credentialed-things";
import { plantAlertRoutes } from "@/attack/plant-alert-routes";
import { signIn } from "@/attack/sign-in";
import { makePerson, makeTenant, type Stage, type Tenant } from "@/attack/stage";
import { until } from "@/attack/until";
import { createSecretBox } from "@/lib/kernel/secret-box";
import { openKeyPairs } from "@/lib/nouns/endpoints/key-pairs";

export type Planted = { receiving: Tenant; sending: Tenant };

/** Creates in projects of both types one of everything that takes a credential, and uses each credential. */
export async function plantCanaries(stage: Stage, canaries: Canaries): Promise<Planted> {
  const plant: Plant = (field, value) => {
    return value === undefined ? canaries.plant(field) : canaries.know(field, value);
  };
  const { receiver } = stage;
  const meta = () => ({
    is_enabled: true,
    url: `${receiver.url}/meta`,
    secret: plant("settings.meta_event.secret"),
  });
  const retry = { retry_limit: 2, interval_seconds: 1 };
  const receiving = await makeTenant(stage, "incoming", { meta_event: meta(), retry });
  const sending = await makeTenant(stage, "outgoing", { meta_event: meta(), retry });
  for (const { keys } of [receiving, sending]) {
    for (const caller of Object.values(keys)) canaries.know("an API key", caller.key ?? "");
  }
  await plantInRefusals(receiving, plant);
  await plantSources(stage, { receiving, sending }, { canaries, plant });
  await plantEndpoints(stage, sending, { canaries, plant });
  await plantReceiver(receiving, { canaries, plant });
  await plantAlertRoutes(stage, receiving, plant);
  await plantPeople(stage, receiving, { canaries, plant });
  return { receiving, sending };
}

/** A refusal may be reported, but not with the text of a credential. */
async function plantInRefusals({ id, keys }: Tenant, plant: Plant): Promise<void> {
  const home = `/v1/projects/${id}`;
  const secret = plant("verifier.hmac.secret");
  const wrong = { name: "", type: "http", verifier: { type: "hmac", hmac: { secret, header: "", hash: secret } } };
  await keys.admin.ask("POST", `${home}/sources`, { body: wrong });
  const json = { "content-type": "application/json" };
  await keys.admin.ask("POST", `${home}/sources`, { raw: `{"secret":"${secret}"`, headers: json });
  await keys.admin.ask("POST", `${home}/endpoints`, { body: { name: "x", url: "http://10.0.0.1", secret } });
}

type Garden = { canaries: Canaries; plant: Plant };

async function plantSources(stage: Stage, { receiving, sending }: Planted, { canaries, plant }: Garden): Promise<void> {
  const json = { "content-type": "application/json" };
  const plantOne = async ({ type, ...source }: NamedSource) => {
    const { id, keys } = type === "http" ? receiving : sending;
    const body = { ...source, type };
    const headers = { "idempotency-key": source.name };
    const made = await keys.admin.ask("POST", `/v1/projects/${id}/sources`, { body, headers });
    if (made.status !== 201) throw new Error(`${source.name} was refused: ${made.text}`);
    const { uid, url } = made.json.data as Made & { url: string };
    if (type === "http") canaries.know("an ingest address", new URL(url).pathname.split("/").at(-1) ?? "");
    await keys.admin.ask("PUT", `/v1/projects/${id}/sources/${uid}`, { body: { name: `${source.name} 2` } });
    if (type === "http" && source.name !== "noop") {
      const secret = plant("verifier.hmac.secret");
      await keys.admin.post(`/v1/projects/${id}/sources/${uid}/secrets`, { secret });
    }
    if (type === "http") {
      const authorization = `Bearer ${plant("the header Authorization of a sender")}`;
      const cookie = `session=${plant("the header Cookie of a sender")}`;
      await keys.admin.ask("POST", url, { raw: "{}", headers: { ...json, authorization, cookie } });
    } else {
      await keys.admin.ask("POST", `/v1/projects/${id}/sources/test-connection`, { body: { source_id: uid } });
    }
  };
  await plantConnection(receiving, { canaries, plant });
  await plantHandshakes(receiving, { canaries, plant });
  // Some wait long for a server that does not exist.
  await Promise.all(credentialedSources(plant, stage.receiver.url).map(plantOne));
}

/** A source that is made together with its endpoint. */
async function plantConnection({ id, keys }: Tenant, { canaries, plant }: Garden): Promise<void> {
  const hmac = { header: "X-Sig", hash: "SHA256", encoding: "hex", secret: plant("verifier.hmac.secret") };
  const source = { name: "connected", type: "http", verifier: { type: "hmac", hmac } };
  type Connected = Made & { source: { url: string }; receiver: { url: string } };
  const made = await keys.admin.post<Connected>(`/v1/projects/${id}/connections`, { source, receiver: { name: "c" } });
  canaries.know("an ingest address", new URL(made.source.url).pathname.split("/").at(-1) ?? "");
  canaries.know("a receiver's address", new URL(made.receiver.url).pathname.split("/").at(-1) ?? "");
}

/** Secrets that are handed over: one that is read once and hidden, one that nobody reads, and ones that are refused. */
async function plantHandshakes({ id, keys }: Tenant, { canaries, plant }: Garden): Promise<void> {
  const secret = () => `secret_${plant("a secret that a provider hands over")}`;
  const headers = { "content-type": "application/json" };
  const make = async (provider: string) => {
    const made = await keys.admin.post<Made & { url: string }>(`/v1/projects/${id}/sources`, {
      name: provider,
      type: "http",
      provider,
    });
    canaries.know("an ingest address", new URL(made.url).pathname.split("/").at(-1) ?? "");
    return { url: made.url, home: `/v1/projects/${id}/sources/${made.uid}/handshakes` };
  };
  const notion = await make("notion");
  const verify = () =>
    keys.admin.ask("POST", notion.url, { raw: JSON.stringify({ verification_token: secret() }), headers });
  await verify();
  await verify();
  const { taken } = await keys.admin.get<{ taken: Made[] }>(notion.home);
  await keys.admin.get(`${notion.home}/${taken[0]?.uid}/secret`);
  await keys.admin.ask("DELETE", `${notion.home}/${taken[0]?.uid}/secret`);
  const asana = await make("asana");
  await keys.admin.ask("POST", asana.url, { raw: "", headers: { "x-hook-secret": secret() } });
}

async function plantEndpoints(stage: Stage, { id, keys }: Tenant, { canaries, plant }: Garden): Promise<void> {
  const home = `/v1/projects/${id}`;
  const { admin } = keys;
  const uids: string[] = [];
  for (const body of credentialedEndpoints(plant, stage.receiver.url)) {
    const { uid } = await admin.post(`${home}/endpoints`, body);
    uids.push(uid);
    await admin.post(`${home}/endpoints/${uid}/secrets`, { secret: plant("secret") });
    if (body.signature_algorithm) await knowPrivateKeys(stage, canaries, { admin, project: id, endpoint: uid });
    const alert_config = { count: 1, threshold: "1h" };
    await admin.post(`${home}/subscriptions`, { name: body.name, endpoint_id: uid, alert_config });
  }
  const connected = { name: "connected", url: `${stage.receiver.url}/connected`, secret: plant("secret") };
  await admin.post(`${home}/connections`, { endpoint: connected });
  const event = { event_type: "order.created", data: { id: 1 } };
  await admin.post(`${home}/events/broadcast`, event);
  await admin.post(`${home}/events/dynamic`, { ...event, url: `${stage.receiver.url}/bare`, secret: plant("secret") });
  const { secret } = await admin.post<{ secret: string }>(`${home}/devices`, { host_name: "a laptop" });
  canaries.know("a device's secret", secret);
  type Page = { content: unknown[] };
  await until(
    () => admin.get<Page>(`${home}/eventdeliveries?status=Scheduled,Processing,Retry`),
    ({ content }) => content.length === 0,
  );
  for (const uid of uids) await admin.put(`${home}/endpoints/${uid}/pause`, {});
  for (const uid of uids) await admin.ask("PUT", `${home}/endpoints/${uid}/deactivate`);
}

/** They are made by the program and never answered, so they are read where they are stored, before and after a rotation. */
async function knowPrivateKeys(
  { db, planted }: Stage,
  canaries: Canaries,
  { admin, project, endpoint }: { admin: Caller; project: string; endpoint: string },
): Promise<void> {
  const box = createSecretBox([Buffer.from(planted["the setting HOOKYARD_SECRET"] ?? "")]);
  const know = async () => {
    const { rows } = await db.query<{ key_pairs: string }>("select key_pairs from endpoints where id = $1", [endpoint]);
    for (const { privateKey } of openKeyPairs(rows[0]?.key_pairs ?? null, box)) {
      if (privateKey !== null) canaries.know("an endpoint's private key", readSeed(privateKey));
    }
  };
  await know();
  await admin.post(`/v1/projects/${project}/endpoints/${endpoint}/key-pairs`, {});
  await know();
  await admin.get(`/v1/endpoints/${endpoint}/public-keys`);
}

/** The secret part of a private key, behind which the public key stands. */
function readSeed(privateKey: string): string {
  return privateKey.slice("whsk_".length, "whsk_".length + 42);
}

/** What is sent to a receiver is kept without credentials. */
async function plantReceiver({ id, keys }: Tenant, { canaries, plant }: Garden): Promise<void> {
  const { url } = await keys.admin.post<Made & { url: string }>(`/v1/projects/${id}/receivers`, { name: "canaries" });
  canaries.know("a receiver's address", new URL(url).pathname.split("/").at(-1) ?? "");
  const authorization = `Bearer ${plant("the header Authorization of a sender")}`;
  const cookie = `session=${plant("the header Cookie of a sender")}`;
  await keys.admin.ask("POST", url, { raw: "{}", headers: { authorization, cookie } });
}

async function plantPeople(stage: Stage, { id, people }: Tenant, { canaries, plant }: Garden): Promise<void> {
  for (const caller of Object.values(people)) knowSession(canaries, caller);
  knowSession(canaries, stage.owner);
  const person = await makePerson(stage, "planted");
  canaries.know("current_password", person.password);
  const caller = await signIn(stage, person);
  const new_password = plant("new_password");
  await caller.put("/v1/me/password", { current_password: person.password, new_password });
  knowSession(canaries, caller);
  const body = { email: `guest-${person.email}`, role: "viewer" };
  const invitation = await stage.owner.post<{ token: string }>(`/v1/projects/${id}/invitations`, body);
  canaries.know("an invitation's link", invitation.token);
  const password = plant("password");
  await caller.ask("POST", "/v1/invitations/find", { body: { token: plant("token") } });
  await caller.ask("POST", "/v1/invitations/accept", { body: { token: plant("token"), name: "G", password } });
}

function knowSession(canaries: Canaries, caller: Caller): void {
  for (const [name, value] of caller.cookies) {
    if (name.endsWith("session-token")) canaries.know("a session's cookie", value);
  }
}
