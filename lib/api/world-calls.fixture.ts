import type { ApiProject } from "@/lib/api/api.fixture";
import type { World } from "@/lib/api/world.fixture";
import { newId } from "@/lib/kernel/ids";

/** What a call needs beyond its route's example: other names in its path, another body, another caller. */
export type Special = { ids?: Record<string, string>; body?: object; cookie?: string; in?: ApiProject };

const EMAIL = "grace@example.com";
export const PASSWORD = "correct horse battery staple";

export const word = () => newId().slice(-12);
const inOutgoing = (body?: object) => async (world: World) => ({ in: world.outgoing, ...(body && { body }) });

/** What calls need beyond the examples, by the id of the route. */
export const SPECIAL_CALLS: Record<string, (world: World) => Promise<Special>> = {
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
  createDeviceTest: async (world) => ({
    ids: { deviceID: await world.device(world.incoming) },
    body: { delivery_id: world.ids.eventDeliveryID },
  }),
  getDeviceTest: async (world) => ({ ids: await world.deviceTest() }),
  reportTestResult: async (world) => {
    const ids = await world.deviceTest();
    const { body } = await world.incoming.ask("POST", `/devices/${ids.deviceID}/pull`, { body: { wait_seconds: 0 } });
    const [{ lease_id }] = [body.data].flat();
    return { ids, body: { lease_id, url: "http://localhost:4000/hook", status: 200, duration_ms: 12 } };
  },
  createProject: async () => ({ body: { name: `Shop ${word()}`, type: "incoming" } }),
  archiveProject: (world) => world.ending(),
  unarchiveProject: (world) => world.ending({ isArchived: true }),
  deleteProject: (world) => world.ending({ isArchived: true }),
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
  rotateSourceSecret: async (world) => ({ ids: { sourceID: await signedSource(world) } }),
  diagnoseSourceSignature: async (world) => ({ ids: { sourceID: await signedSource(world) } }),
  endPreviousSourceSecret: async (world) => {
    const sourceID = await signedSource(world);
    await world.incoming.ask("POST", `/sources/${sourceID}/secrets`, { body: { secret: "another" } });
    return { ids: { sourceID } };
  },
  waitForSourceHandshake: async (world) => ({ ids: { sourceID: await handedOver(world) } }),
  stopWaitingForSourceHandshake: async (world) => ({ ids: { sourceID: await handedOver(world) } }),
  forgetSourceHandshake: async (world) => ({ ids: await handshaken(world) }),
  readSourceHandshakeSecret: async (world) => ({ ids: await handshaken(world) }),
  hideSourceHandshakeSecret: async (world) => ({ ids: await handshaken(world) }),
  deleteSource: async (world) => ({ ids: { sourceID: await world.incoming.source() } }),
  pauseEndpoint: async (world) => ({ ids: { endpointID: await world.incoming.endpoint() } }),
  resumeEndpoint: async (world) => {
    const endpointID = await world.incoming.endpoint();
    await world.incoming.ask("PUT", `/endpoints/${endpointID}/pause`);
    return { ids: { endpointID } };
  },
  createAlertRoute: async (world) => {
    // A project has at most 20.
    const kept = [world.ids.alertRouteID ?? ""];
    await world.bench.services.db.deleteFrom("alert_routes").where("id", "not in", kept).execute();
    return {};
  },
  deleteAlertRoute: async (world) => ({ ids: { alertRouteID: await world.alertRoute() } }),
  createInstallationAlertRoute: async (world) => {
    const kept = [world.ids.alertRouteID ?? ""];
    await world.bench.services.db.deleteFrom("alert_routes").where("id", "not in", kept).execute();
    return {};
  },
  updateInstallationAlertRoute: async (world) => ({
    ids: { alertRouteID: await world.installationAlertRoute() },
    body: { pause_seconds: 300 },
  }),
  deleteInstallationAlertRoute: async (world) => ({ ids: { alertRouteID: await world.installationAlertRoute() } }),
  testInstallationAlertRoute: async (world) => ({ ids: { alertRouteID: await world.installationAlertRoute() } }),
  createReceiver: async (world) => {
    // A project has at most 20.
    await world.bench.services.db
      .deleteFrom("receivers")
      .where("id", "!=", world.ids.receiverID ?? "")
      .execute();
    return {};
  },
  deleteReceiver: async (world) => ({ ids: { receiverID: await world.receiver() } }),
  deactivateEndpoint: async (world) => ({ ids: { endpointID: await world.incoming.endpoint() } }),
  activateEndpoint: async (world) => {
    const endpointID = await world.incoming.endpoint();
    await world.incoming.ask("PUT", `/endpoints/${endpointID}/deactivate`);
    return { ids: { endpointID } };
  },
  deleteEndpoint: async (world) => ({ ids: { endpointID: await world.incoming.endpoint() } }),
  rotateEndpointSecret: async (world) => ({ ids: { endpointID: await world.incoming.endpoint() } }),
  rotateEndpointKeyPair: async (world) => ({ ids: { endpointID: await pairedEndpoint(world) } }),
  readPublicKeys: async (world) => ({ ids: { endpointID: await pairedEndpoint(world) } }),
  createSubscription: async ({ ids }) => ({
    body: { name: "Sub", endpoint_id: ids.endpointID, source_id: ids.sourceID },
  }),
  createConnection: async () => ({
    body: { source: { name: "Shop", type: "http" }, endpoint: { name: "Orders", url: "https://example.com/orders" } },
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
  createView: async () => ({ body: { list: "events", name: word(), is_shared: true } }),
  deleteView: async (world) => ({ ids: { viewID: await world.view() } }),
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

/** An endpoint that signs by a key pair. */
export const pairedEndpoint = (world: World) => world.incoming.endpoint({ signature_algorithm: "ed25519" });

const replayOf = (world: World) => world.made(world.incoming, "/replays", { name: "Replay" });

function signedSource(world: World): Promise<string> {
  const hmac = { header: "X-Signature", hash: "SHA256", encoding: "hex", secret: "the first" };
  return world.incoming.source({ verifier: { type: "hmac", hmac } });
}

/** A source that waits for its secret. */
function handedOver(world: World): Promise<string> {
  return world.incoming.source({ provider: "notion" });
}

/** A source with a secret that was handed over, and is still to be read. */
export async function handshaken(world: World): Promise<{ sourceID: string; handshakeID: string }> {
  const sourceID = await handedOver(world);
  const { bench, incoming } = world;
  bench.services.snapshots.forget(incoming.id);
  const { mask_id } = (await incoming.ask("GET", `/sources/${sourceID}`)).body.data;
  const verification_token = `secret_${word().repeat(3)}`;
  await bench.ask("POST", `/ingest/${mask_id}`, { body: { verification_token } });
  const { taken } = (await incoming.ask("GET", `/sources/${sourceID}/handshakes`)).body.data;
  return { sourceID, handshakeID: taken[0].uid };
}

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
