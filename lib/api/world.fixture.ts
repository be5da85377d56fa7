import { expect } from "vitest";
import type { ApiBench, ApiProject } from "@/lib/api/api.fixture";
import { EXAMPLES } from "@/lib/api/document/examples";
import { nameOf } from "@/lib/api/document/openapi-schemas";
import type { Route } from "@/lib/api/route";
import { writeAlert, writeIncident } from "@/lib/api/watched.fixture";
import { newId } from "@/lib/kernel/ids";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";
import { hashPassword } from "@/lib/nouns/users/password";

export type Call = {
  path: string;
  body?: unknown;
  key?: string | null;
  headers?: Record<string, string>;
};

/** What a call needs beyond its route's example: other names in its path, another body, another caller. */
type Special = { ids?: Record<string, string>; body?: object; cookie?: string; in?: ApiProject };

const EMAIL = "grace@example.com";
const PASSWORD = "correct horse battery staple";

/**
 * A project of each type with one of everything in it, and for every operation a call that succeeds. What a call uses
 * up is created anew, so that each can be made repeatedly.
 */
export class World {
  readonly ids: Record<string, string> = {};

  private constructor(
    readonly bench: ApiBench,
    readonly incoming: ApiProject,
    readonly outgoing: ApiProject,
  ) {}

  /** `mark` is part of every text of the world that an answer may contain, so that its data can be recognized. */
  static async open(bench: ApiBench, mark = "world"): Promise<World> {
    const meta_event = { is_enabled: true, url: `https://example.com/${mark}`, secret: `${mark} secret` };
    const world = new World(
      bench,
      await bench.project("incoming", { meta_event }),
      await bench.project("outgoing", { meta_event }),
    );
    await world.#fill(mark);
    return world;
  }

  async #fill(mark: string): Promise<void> {
    const { ids, incoming } = this;
    ids.projectID = incoming.id;
    ids.endpointID = await incoming.endpoint({ name: `${mark} endpoint`, owner_id: mark, description: mark });
    ids.sourceID = await incoming.source({ name: `${mark} source` });
    ids.subscriptionID = await incoming.subscription({
      name: `${mark} subscription`,
      endpoint_id: ids.endpointID,
      source_id: ids.sourceID,
    });
    const delivery = await this.delivery("Failure", mark);
    ids.eventDeliveryID = delivery.id;
    ids.eventID = delivery.eventId;
    ids.replayID = await this.made(incoming, "/replays", { name: `${mark} replay` });
    ids.alertID = await this.alert(mark);
    ids.incidentID = await this.incident(delivery.id, mark);
    ids.keyID = await this.made(incoming, "/api-keys", { name: `${mark} key`, role: "viewer" });
    ids.memberID = await this.member(mark);
    ids.userID = (await this.person(mark)).id;
    ids.invitationID = (await this.invitation(mark)).uid;
    ids.deviceID = await this.device(incoming);
    ids.eventTypeID = await this.made(incoming, "/event-types", { name: `${mark}.type`, description: mark });
    const { content } = (await incoming.ask("GET", "/meta-events")).body.data;
    ids.metaEventID = content[0].uid;
  }

  /** Returns a call of this route that succeeds. */
  async callOf(route: Route): Promise<Call> {
    const special = (await SPECIAL[route.id]?.(this)) ?? {};
    const project = special.in ?? this.incoming;
    const ids = { ...this.ids, ...special.ids, projectID: project.id };
    const path = route.path.replace(/\{(\w+)\}/g, (_braced, name: string) => ids[name as keyof typeof ids] ?? newId());
    const body = route.body && (special.body ?? EXAMPLES[nameOf(route.body) ?? ""]);
    if (route.permission === "public") return { path, body, key: null };
    const cookie = special.cookie ?? (await this.#cookieFor(route));
    if (cookie) return { path, body, key: null, headers: { cookie, "sec-fetch-site": "same-origin" } };
    return { path, body, key: project.keys.admin };
  }

  /** The owner's, where no key may ask. */
  async #cookieFor({ permission }: Route): Promise<string | undefined> {
    if (permission !== "own" && permission !== "people") return undefined;
    const { cookie } = await this.owner();
    return cookie;
  }

  async made(project: ApiProject, path: string, body: object): Promise<string> {
    const { status, body: answer } = await project.ask("POST", path, { body });
    expect(status, JSON.stringify(answer)).toBeLessThan(300);
    return answer.data.uid;
  }

  /** Creates as the owner, for routes without key access. */
  async #madeByOwner(path: string, body: object) {
    const { status, body: answer } = await this.incoming.ask("POST", path, {
      ...this.bench.signedIn(await this.owner()),
      body,
    });
    expect(status, JSON.stringify(answer)).toBeLessThan(300);
    return answer.data;
  }

  owner = () => this.bench.user({ isOwner: true });

  delivery(status: Parameters<typeof toDeliveryFixture>[1]["status"], mark = "world") {
    const { endpointID = "", sourceID = "", subscriptionID = "" } = this.ids;
    const payload = JSON.stringify({ mark });
    const given = { endpointId: endpointID, sourceId: sourceID, subscriptionId: subscriptionID, status, payload };
    return toDeliveryFixture(this.incoming, { ...given, eventType: `${mark}.type` });
  }

  /** Writes an alert; returns its id. */
  alert(mark = "world"): Promise<string> {
    return writeAlert(this.bench.services.db, { ...this.ids, projectID: this.incoming.id }, mark);
  }

  /** Writes an incident; returns its id. */
  incident(deliveryID = newId(), mark = "world"): Promise<string> {
    return writeIncident(this.bench.services.db, { ...this.ids, projectID: this.incoming.id, deliveryID }, mark);
  }

  /** Creates a person with an account, and no role yet. */
  async person(mark = "world"): Promise<{ id: string; email: string; cookie: string }> {
    const { id, cookie } = await this.bench.user();
    const email = `${mark}-${id}@example.com`;
    const password_hash = await hashPassword(PASSWORD);
    await this.bench.services.db.updateTable("users").set({ email, password_hash }).where("id", "=", id).execute();
    return { id, email, cookie };
  }

  async member(mark = "world"): Promise<string> {
    const { email } = await this.person(mark);
    return (await this.#madeByOwner("/members", { email, role: "viewer" })).uid;
  }

  async invitation(mark = "world"): Promise<{ uid: string; token: string }> {
    const email = `${mark}-${newId()}@example.com`;
    return this.#madeByOwner("/invitations", { email, role: "viewer" });
  }

  /** A machine that pulls its deliveries. */
  async device(project: ApiProject): Promise<string> {
    return this.made(project, "/devices", { host_name: `host-${word()}` });
  }

  /** A deleted source whose replication slot is still at its server. */
  async remains(): Promise<string> {
    const db_change_stream = { host: "127.0.0.1", port: 1, database: "shop", user: "hookyard", tables: ["public.t"] };
    const body = { name: word(), type: "db_change_stream", db_change_stream };
    const source_id = await this.made(this.outgoing, "/sources", body);
    await this.outgoing.ask("DELETE", `/sources/${source_id}`);
    const row = { project_id: this.outgoing.id, source_id, has_remains: true };
    await this.bench.services.db.insertInto("source_consumers").values(row).execute();
    return source_id;
  }

  async outgoingEndpoint(): Promise<string> {
    return this.outgoing.endpoint({ owner_id: "customer-7" });
  }
}

const word = () => newId().slice(-12);
const inOutgoing = (body?: object) => async (world: World) => ({ in: world.outgoing, ...(body && { body }) });

/** By the id of the route. */
const SPECIAL: Record<string, (world: World) => Promise<Special>> = {
  changePassword: async (world) => ({
    cookie: (await world.person()).cookie,
    body: { current_password: PASSWORD, new_password: `${PASSWORD} 2` },
  }),
  updateMe: async (world) => ({ cookie: (await world.person()).cookie, body: { name: "Grace" } }),
  listSessions: async (world) => ({ cookie: (await world.person()).cookie }),
  endSession: async (world) => {
    const { id, cookie } = await world.person();
    return { cookie, ids: { sessionID: await world.bench.session(id) } };
  },
  endOtherSessions: async (world) => ({ cookie: (await world.person()).cookie }),
  suspendUser: async (world) => ({ ids: { userID: (await world.person()).id } }),
  reactivateUser: async (world) => {
    const { id } = await world.person();
    await world.bench.services.db.updateTable("users").set({ suspended_at: new Date() }).where("id", "=", id).execute();
    return { ids: { userID: id } };
  },
  registerDevice: async () => ({ body: { host_name: `host-${word()}` } }),
  updateDevice: async (world) => ({ ids: { deviceID: await world.device(world.incoming) } }),
  deleteDevice: async (world) => ({ ids: { deviceID: await world.device(world.incoming) } }),
  listenDevice: async (world) => ({
    in: world.outgoing,
    ids: { deviceID: await world.device(world.outgoing) },
    body: {},
  }),
  pullDeliveries: async (world) => ({
    body: { wait_seconds: 0 },
    ids: { deviceID: await world.device(world.incoming) },
  }),
  reportResult: pulled,
  createProject: async () => ({ body: { name: `Shop ${word()}`, type: "incoming" } }),
  createApiKey: async () => ({ body: { name: `Key ${word()}`, role: "viewer" } }),
  revokeApiKey: async (world) => ({
    ids: { keyID: await world.made(world.incoming, "/api-keys", { name: word(), role: "viewer" }) },
  }),
  addMember: async (world) => ({ body: { email: (await world.person()).email, role: "viewer" } }),
  updateMember: async (world) => ({ ids: { memberID: await world.member() } }),
  removeMember: async (world) => ({ ids: { memberID: await world.member() } }),
  createInvitation: async () => ({ body: { email: `${word()}-${EMAIL}`, role: "viewer" } }),
  revokeInvitation: async (world) => ({ ids: { invitationID: (await world.invitation()).uid } }),
  findInvitation: async (world) => ({ body: { token: (await world.invitation()).token } }),
  acceptInvitation: async (world) => ({
    body: { token: (await world.invitation()).token, name: "Grace", password: PASSWORD },
  }),
  forgetSourceRemains: async (world) => ({ in: world.outgoing, ids: { sourceID: await world.remains() } }),
  deleteSource: async (world) => ({ ids: { sourceID: await world.incoming.source() } }),
  pauseEndpoint: async (world) => ({ ids: { endpointID: await world.incoming.endpoint() } }),
  resumeEndpoint: async (world) => {
    const endpointID = await world.incoming.endpoint();
    await world.incoming.ask("PUT", `/endpoints/${endpointID}/pause`);
    return { ids: { endpointID } };
  },
  deactivateEndpoint: async (world) => ({ ids: { endpointID: await world.incoming.endpoint() } }),
  activateEndpoint: async (world) => {
    const endpointID = await world.incoming.endpoint();
    await world.incoming.ask("PUT", `/endpoints/${endpointID}/deactivate`);
    return { ids: { endpointID } };
  },
  deleteEndpoint: async (world) => ({ ids: { endpointID: await world.incoming.endpoint() } }),
  rotateEndpointSecret: async (world) => ({ ids: { endpointID: await world.incoming.endpoint() } }),
  createSubscription: async ({ ids }) => ({
    body: { name: "Sub", endpoint_id: ids.endpointID, source_id: ids.sourceID },
  }),
  deleteSubscription: async (world) => ({ ids: { subscriptionID: await subscriptionOf(world) } }),
  reconnectSource: async (world) => {
    const rest_api = { url: "http://127.0.0.1:1/items" };
    const source = { name: "API", type: "rest_api", rest_api };
    return { in: world.outgoing, ids: { sourceID: await world.made(world.outgoing, "/sources", source) } };
  },
  testSourceConnection: inOutgoing({
    pub_sub: { type: "amqp", amqp: { host: "127.0.0.1", port: "1", queue: "hooks" } },
  }),
  createEventType: async () => ({ body: { name: `type.${word()}` } }),
  importEventTypes: async () => {
    const document = { openapi: "3.1.0", components: { schemas: { [`Type${word()}`]: { type: "object" } } } };
    return { body: { document } };
  },
  deleteEventType: async (world) => ({
    ids: { eventTypeID: await world.made(world.incoming, "/event-types", { name: `type.${word()}` }) },
  }),
  createEvent: async (world) => ({
    in: world.outgoing,
    body: { endpoint_id: await world.outgoingEndpoint(), event_type: "invoice.paid", data: {} },
  }),
  createFanoutEvent: inOutgoing(),
  createBroadcastEvent: inOutgoing(),
  createDynamicEvent: inOutgoing(),
  createEventBatch: inOutgoing(),
  createTestEvent: async (world) => ({ in: world.outgoing, ids: { endpointID: await world.outgoingEndpoint() } }),
  replayEvent: async (world) => ({ ids: { eventID: (await world.delivery("Success")).eventId } }),
  resendEventDelivery: async (world) => ({ ids: { eventDeliveryID: (await world.delivery("Failure")).id } }),
  cancelEventDelivery: async (world) => ({ ids: { eventDeliveryID: (await world.delivery("Scheduled")).id } }),
  cancelEventDeliveries: async (world) => ({
    body: { filter: { eventId: (await world.delivery("Scheduled")).eventId } },
  }),
  runReplay: async (world) => ({ ids: { replayID: await replayOf(world) } }),
  pauseReplay: async (world) => {
    const replayID = await replayOf(world);
    await world.incoming.ask("POST", `/replays/${replayID}/run`);
    return { ids: { replayID } };
  },
  cancelReplay: async (world) => ({ ids: { replayID: await replayOf(world) } }),
  createReplay: async () => ({ body: { name: "Replay" } }),
  acknowledgeIncident: async (world) => ({ ids: { incidentID: await world.incident() } }),
  unacknowledgeIncident: async (world) => {
    const incidentID = await world.incident();
    await world.incoming.ask("PUT", `/incidents/${incidentID}/acknowledge`);
    return { ids: { incidentID } };
  },
  acknowledgeAlert: async (world) => ({ ids: { alertID: await world.alert() } }),
  unacknowledgeAlert: async (world) => {
    const alertID = await world.alert();
    await world.incoming.ask("PUT", `/alerts/${alertID}/acknowledge`);
    return { ids: { alertID } };
  },
};

const replayOf = (world: World) => world.made(world.incoming, "/replays", { name: "Replay" });

function subscriptionOf(world: World): Promise<string> {
  return world.incoming.subscription({ endpoint_id: world.ids.endpointID, source_id: world.ids.sourceID });
}

/** A delivery that a device has pulled and not answered yet. */
async function pulled(world: World): Promise<Special> {
  const { outgoing } = world;
  const deviceID = await world.device(outgoing);
  await outgoing.ask("POST", `/devices/${deviceID}/listen`, { body: {} });
  await outgoing.ask("POST", "/events/broadcast", { body: { event_type: "invoice.paid", data: {} } });
  const { body } = await outgoing.ask("POST", `/devices/${deviceID}/pull`, { body: { wait_seconds: 0 } });
  const [{ uid, lease_id }] = [body.data].flat();
  const answered = { lease_id, url: "http://localhost:4000/hook", status: 200, duration_ms: 12 };
  return { in: outgoing, ids: { deviceID, eventDeliveryID: uid }, body: answered };
}
