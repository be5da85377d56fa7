import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Caller } from "@/attack/caller";
import { startNameServer } from "@/attack/name-server";
import { FORBIDDEN_HOSTS, FORBIDDEN_URLS, ZONE } from "@/attack/spellings";
import { makeTenant, openStage, type Stage, type Tenant } from "@/attack/stage";
import type { Tally } from "@/attack/tally";
import { until } from "@/attack/until";
import { consumedFrom, URL_PLACES } from "@/attack/url-places";

const PRELOAD = pathToFileURL(path.join(import.meta.dirname, "name-server.preload.mjs")).href;

/** Attacks a copy of its own with forbidden addresses: by spelling, by name, by redirect. Only 127.0.0.2 is allowed. */
export async function attackByAddresses(_stage: Stage, tally: Tally): Promise<void> {
  let trapped = 0;
  const trap = await listen("127.0.0.1", 0, (_request, response) => response.end("trapped"));
  trap.server.on("connection", () => {
    trapped += 1;
  });
  const away = { location: `http://127.0.0.1:${trap.port}/redirected` };
  const allowed = await listen("127.0.0.2", trap.port, ({ url }, response) => {
    response.writeHead(url?.startsWith("/away") ? 302 : 200, away).end("{}");
  });
  const names = await startNameServer(ZONE);
  const stage = await openStage({
    HOOKYARD_EGRESS_ALLOW: "127.0.0.2/32",
    ATTACK_NAME_SERVER: names.address,
    NODE_OPTIONS: `--import ${PRELOAD}`,
    // Neither can be reached here, so neither is configured.
    SMTP_URL: "",
    SMTP_FROM: "",
    OIDC_ISSUER: "",
    OIDC_CLIENT_ID: "",
    OIDC_CLIENT_SECRET: "",
  });
  try {
    const retry = { retry_limit: 1, interval_seconds: 1 };
    const tenant = await makeTenant(stage, "outgoing", { retry });
    await attackBySpelling(tenant, trap.port, tally);
    await attackByName(tenant, trap.port, tally);
    await attackByTemplate(tenant, trap.port, tally);
    await attackByRedirect(tenant, trap.port, tally);
    await attackOwnDoor(tenant, stage.copy.url, tally);
    await tally.holds("names were looked up at the name server of the attack", () => {
      for (const name of ["loopback", "rebinding"]) assert.ok((names.asked.get(`${name}.attack.test 1`) ?? 0) > 0);
    });
    await tally.holds("nobody ever came to the forbidden address", () => assert.equal(trapped, 0));
  } finally {
    await stage.close();
    await Promise.all([names.close(), trap.close(), allowed.close()]);
  }
}

async function attackBySpelling(tenant: Tenant, port: number, tally: Tally): Promise<void> {
  const urls = [
    ...FORBIDDEN_HOSTS.map((host) => `http://${host}:${port}/`),
    ...FORBIDDEN_URLS.map((url) => url.replace("PORT", String(port))),
  ];
  for (const place of URL_PLACES) {
    for (const url of urls) {
      await tally.holds(`${place.name} cannot be ${JSON.stringify(url)}`, async () => {
        const answer = await place.write(tenant, url);
        assert.equal(answer.status, 422, answer.text);
      });
    }
  }
  for (const host of FORBIDDEN_HOSTS.filter((one) => !one.includes("%"))) {
    const kinds = Object.entries(consumedFrom(host, port));
    // All of them share one guard, so each host is tested with two of them in turn.
    const turn = FORBIDDEN_HOSTS.indexOf(host) % (kinds.length / 2);
    for (const [kind, settings] of kinds.slice(turn * 2, turn * 2 + 2)) {
      await tally.holds(`${kind} does not connect to ${host}`, () => expectUnreachable(tenant, settings));
    }
  }
}

async function attackByName(tenant: Tenant, port: number, tally: Tally): Promise<void> {
  const { id, keys } = tenant;
  for (const name of Object.keys(ZONE)) {
    const isAllowed = /^(?:allowed|mixed|rebinding)/.test(name);
    await tally.holds(`a delivery to ${name} ${isAllowed ? "goes to the allowed address" : "is refused"}`, async () => {
      const delivery = await deliver(keys.admin, id, `http://${name}:${port}/named`);
      if (!isAllowed) assert.equal(delivery.error_code, "refused", JSON.stringify(delivery));
      else if (!name.startsWith("rebinding")) assert.equal(delivery.response_status, 200, JSON.stringify(delivery));
    });
    for (const [kind, settings] of Object.entries(consumedFrom(name, port))) {
      if (isAllowed && !name.startsWith("rebinding")) continue;
      await tally.holds(`${kind} does not follow ${name} to the forbidden address`, () =>
        name.startsWith("rebinding") ? test(tenant, settings).then(() => {}) : expectUnreachable(tenant, settings),
      );
    }
  }
}

/** The values of a URL's variables come from whoever sends the event. */
async function attackByTemplate(tenant: Tenant, port: number, tally: Tally): Promise<void> {
  const { id, keys } = tenant;
  const url = `http://{name}.attack.test:${port}/{part}`;
  for (const [name, code] of [
    ["allowed", null],
    ["loopback", "refused"],
    ["127.0.0.1:1/", "url_variable"],
    ["allowed.attack.test:9#", "url_variable"],
    ["a@allowed", "url_variable"],
    ["x\r\nHost: a", "url_variable"],
    ["", "url_variable"],
  ] as const) {
    await tally.holds(`the value ${JSON.stringify(name)} of a host name leads nowhere that is forbidden`, async () => {
      const attempt = await deliver(keys.admin, id, url, { data: { name, part: "../..//x?y#z" } });
      assert.equal(attempt.error_code, code, JSON.stringify(attempt));
    });
  }
  for (const part of [".", "..", "\ud800"]) {
    await tally.holds(`the value ${JSON.stringify(part)} of a path is not sent`, async () => {
      const attempt = await deliver(keys.admin, id, url, { data: { name: "allowed", part } });
      assert.equal(attempt.error_code, "url_variable", JSON.stringify(attempt));
    });
  }
  for (const host of ["{a}.test", "{a}", "allowed.{a}", "{a}.localhost", "127.0.0.{a}", "{a}@allowed.attack.test"]) {
    await tally.holds(`no event may choose the domain of http://${host}`, async () => {
      const body = { name: "e", url: `http://${host}/` };
      const answer = await keys.admin.ask("POST", `/v1/projects/${id}/endpoints`, { body });
      assert.equal(answer.status, 422, answer.text);
    });
  }
}

async function attackByRedirect({ id, keys }: Tenant, port: number, tally: Tally): Promise<void> {
  const away = `http://127.0.0.2:${port}/away`;
  await tally.holds("a delivery does not follow a redirect", async () => {
    const attempt = await deliver(keys.admin, id, away);
    assert.equal(attempt.response_status, 302, JSON.stringify(attempt));
  });
  await tally.holds("the fetching of a token does not follow a redirect", async () => {
    const oauth2 = { url: away, client_id: "c", client_secret: "s" };
    const attempt = await deliver(keys.admin, id, `http://127.0.0.2:${port}/ok`, {
      authentication: { type: "oauth2", oauth2 },
    });
    assert.equal(attempt.response_status, null, JSON.stringify(attempt));
  });
  for (const kind of ["rest_api", "cloudqueue"]) {
    await tally.holds(`${kind} does not follow a redirect`, async () => {
      const settings = JSON.parse(
        JSON.stringify(consumedFrom("127.0.0.2", port)[kind]).replace(`:${port}/"`, `:${port}/away"`),
      );
      const answer = await test({ id, keys } as Tenant, settings);
      assert.doesNotMatch(answer.text, /trapped/);
    });
  }
}

/** A copy lets deliveries through to its own receivers, and to nothing else at its own address. */
async function attackOwnDoor(tenant: Tenant, own: string, tally: Tally): Promise<void> {
  const { id, keys } = tenant;
  const { url } = await keys.admin.post<{ url: string }>(`/v1/projects/${id}/receivers`, { name: "own" });
  await tally.holds("a delivery to a receiver of this installation arrives", async () => {
    const attempt = await deliver(keys.admin, id, url);
    assert.equal(attempt.response_status, 200, JSON.stringify(attempt));
  });
  const { pathname, port } = new URL(url);
  const forbidden = [
    ...["/", "/v1/me", "/ingest/x", "/healthz", "/metrics", "/receive", "/receive/"].map((path) => own + path),
    ...[`${url}/`, `${url}?a=1`, `${url}x`, `${url}/../../v1/me`, `${own}/receive/../v1/me`, `${own}//receive/x`],
    ...["127.0.0.1", "[::1]", "LOCALHOST", "localhost."].map((host) => `http://${host}:${port}${pathname}`),
    `${url}%2f..%2f..%2fv1%2fme`,
  ];
  for (const place of URL_PLACES) {
    for (const one of forbidden) {
      await tally.holds(`${place.name} cannot be ${one.replace(pathname, "/receive/<token>")}`, async () => {
        const answer = await place.write(tenant, one);
        assert.equal(answer.status, 422, answer.text);
      });
    }
  }
  await tally.holds("a rest_api source cannot read from a receiver", async () => {
    const body = { name: "s", type: "rest_api", rest_api: { url } };
    const answer = await keys.admin.ask("POST", `/v1/projects/${id}/sources`, { body });
    assert.equal(answer.status, 422, answer.text);
  });
}

type Attempt = { error_code: string | null; response_status: number | null };

/** Sends one event to a URL and returns the result of its first attempt. */
async function deliver(
  admin: Caller,
  project: string,
  url: string,
  { authentication = null, data = 1 }: { authentication?: object | null; data?: unknown } = {},
): Promise<Attempt> {
  const home = `/v1/projects/${project}`;
  const { uid: endpoint_id } = await admin.post(`${home}/endpoints`, { name: "e", url, authentication });
  await admin.post(`${home}/subscriptions`, { name: "s", endpoint_id, filter_config: { event_types: [endpoint_id] } });
  await admin.post(`${home}/events`, { endpoint_id, event_type: endpoint_id, data });
  type Deliveries = { content: { uid: string; status: string }[] };
  const { content } = await until(
    () => admin.get<Deliveries>(`${home}/eventdeliveries?endpointId=${endpoint_id}`),
    (page) => ["Success", "Failure"].includes(page.content[0]?.status ?? ""),
  );
  const attempts = await admin.get<{ content: Attempt[] } | Attempt[]>(
    `${home}/eventdeliveries/${content[0]?.uid}/deliveryattempts`,
  );
  const [first] = "content" in attempts ? attempts.content : attempts;
  assert.ok(first, "there was no attempt");
  return first;
}

function test({ id, keys }: Tenant, settings: object) {
  return keys.admin.ask("POST", `/v1/projects/${id}/sources/test-connection`, { body: settings });
}

async function expectUnreachable(tenant: Tenant, settings: object): Promise<void> {
  const answer = await test(tenant, settings);
  if (answer.status === 422) return;
  const { ok, message } = answer.json.data as { ok: boolean; message: string };
  assert.equal(ok, false, answer.text);
  assert.match(message, /Refused|no address|metadata/, answer.text);
}

async function listen(host: string, port: number, answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { server, port: (server.address() as AddressInfo).port, close };
}
