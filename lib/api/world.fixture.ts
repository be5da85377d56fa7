import { expect } from "vitest";
import type { ApiBench, ApiProject } from "@/lib/api/api.fixture";
import { EXAMPLES } from "@/lib/api/document/examples";
import { nameOf } from "@/lib/api/document/named-schemas";
import type { Route } from "@/lib/api/route";
import { writeAlert, writeIncident } from "@/lib/api/watched.fixture";
import { PASSWORD, SPECIAL_CALLS, type Special, word } from "@/lib/api/world-calls.fixture";
import { newId } from "@/lib/kernel/ids";
import { toDeliveryFixture } from "@/lib/nouns/deliveries/deliveries.fixture";
import { hashPassword } from "@/lib/nouns/users/password";

export type Call = {
  path: string;
  body?: unknown;
  key?: string | null;
  headers?: Record<string, string>;
};

/** What every person has: to make a hash takes half a second of a processor. */
let hashed: Promise<string> | null = null;

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
    ids.functionVersionID = await this.#functionVersion(mark);
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
    const versions = await incoming.ask("GET", `/event-types/${ids.eventTypeID}/versions`);
    ids.eventTypeVersionID = versions.body.data.content[0].uid;
    ids.viewID = await this.view(mark);
    ids.receiverID = await this.receiver(mark);
    ids.alertRouteID = await this.alertRoute(mark);
    const { content } = (await incoming.ask("GET", "/meta-events")).body.data;
    ids.metaEventID = content[0].uid;
  }

  /** Returns a call of this route that succeeds. */
  async callOf(route: Route): Promise<Call> {
    const special = (await SPECIAL_CALLS[route.id]?.(this)) ?? {};
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

  /** A project of its own, to be archived, unarchived or deleted, with its name typed. */
  async ending({ isArchived = false } = {}): Promise<Special> {
    const project = await this.bench.project("incoming");
    const body = { name: (await project.ask("GET", "")).body.data.name };
    if (isArchived) {
      const signedIn = this.bench.signedIn(await this.owner());
      expect((await project.ask("POST", "/archive", { ...signedIn, body })).status).toBe(200);
    }
    return { in: project, body };
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
    hashed ??= hashPassword(PASSWORD);
    const password_hash = await hashed;
    await this.bench.services.db.updateTable("users").set({ email, password_hash }).where("id", "=", id).execute();
    return { id, email, cookie };
  }

  /** Saves a function that runs over no event; returns its version. */
  async #functionVersion(mark: string): Promise<string> {
    const { endpointID: endpoint_id, sourceID: source_id } = this.ids;
    const subscriptionId = await this.incoming.subscription({
      endpoint_id,
      source_id,
      filter_config: { event_types: [`${mark}.never`] },
      function: `function transform(payload) { return { ...payload, by: "${mark}" } }`,
    });
    const { body } = await this.incoming.ask("GET", `/function-versions?subscriptionId=${subscriptionId}`);
    return body.data.content[0].uid;
  }

  /** Saves a shared view; returns its id. */
  view(name = word()): Promise<string> {
    return this.made(this.incoming, "/views", {
      list: "deliveries",
      name,
      query: { event_type: name },
      is_shared: true,
    });
  }

  /** A receiver at which something arrived; returns its id. */
  async receiver(name = word()): Promise<string> {
    const { body } = await this.incoming.ask("POST", "/receivers", { body: { name } });
    await this.bench.app.request(body.data.url, { method: "POST", body: name });
    return body.data.uid;
  }

  /** A route to an address where nothing listens; returns its id. */
  alertRoute(name = word()): Promise<string> {
    const settings = { type: "webhook", url: "http://127.0.0.1:1/alerts" };
    return this.made(this.incoming, "/alert-routes", { name, settings });
  }

  /** The same of the installation. */
  async installationAlertRoute(): Promise<string> {
    const settings = { type: "webhook", url: "http://127.0.0.1:1/alerts" };
    const { status, body } = await this.bench.ask("POST", "/v1/installation/alert-routes", {
      ...this.bench.signedIn(await this.owner()),
      body: { name: word(), settings },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.data.uid;
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

  /** A test that waits for a device of its own. */
  async deviceTest(): Promise<{ deviceID: string; testID: string }> {
    const deviceID = await this.device(this.incoming);
    const delivery_id = this.ids.eventDeliveryID;
    return { deviceID, testID: await this.made(this.incoming, `/devices/${deviceID}/tests`, { delivery_id }) };
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
