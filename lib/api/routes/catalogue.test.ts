import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { createApp } from "@/lib/api/app";
import type { Catalogue, UpdateCatalogue } from "@/lib/nouns/catalogues/schemas";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
});
afterAll(() => bench.close());
beforeEach(async () => {
  project = await bench.project("outgoing");
});

const json_schema = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer", description: "The id." } },
};

const update = (body: UpdateCatalogue | object, key?: string) =>
  project.ask("PUT", "/catalogue", { body, ...(key && { key }) });

async function switchOn(body: UpdateCatalogue = {}): Promise<Catalogue> {
  const answer = await update({ is_enabled: true, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

const pathOf = ({ url }: Catalogue) => new URL(url).pathname;

async function get(path: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await bench.app.request(path, { method, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function define(name: string, body: object = {}): Promise<string> {
  const answer = await project.ask("POST", "/event-types", { body: { name, json_schema, is_public: true, ...body } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data.uid;
}

describe("the settings", () => {
  it("are off until an admin switches them on, with an address that nobody can guess", async () => {
    const before = (await project.ask("GET", "/catalogue", { key: project.keys.viewer })).body.data;
    expect(before).toMatchObject({ is_enabled: false, address: "", url: "", event_types: 0, public_event_types: 0 });
    expect((await update({ is_enabled: true }, project.keys.operator)).status).toBe(403);
    await define("a.b");
    await define("a.c", { is_public: false });
    const on = await switchOn();
    expect(on).toMatchObject({ is_enabled: true, is_indexed: false, event_types: 2, public_event_types: 1 });
    expect(on.address).toMatch(/^[0-9a-f]{32}$/);
    expect(on.url).toBe(`http://hooks.test/catalogue/${on.address}`);
    expect((await switchOn({ title: "Acme" })).address).toBe(on.address);
    const moved = await switchOn({ address: null });
    expect(moved.address).not.toBe(on.address);
    expect((await get(pathOf(on))).status).toBe(404);
    expect((await get(pathOf(moved))).status).toBe(200);
    const entries = (await project.ask("GET", "/audit-log?action=project.catalogue_updated")).body.data.content;
    expect(entries[0].changes).toEqual({ address: { from: on.address, to: moved.address } });
  });

  it("take an address that is chosen, unless another catalogue has it", async () => {
    const address = `acme-${Date.now()}`;
    expect((await switchOn({ address })).address).toBe(address);
    const other = await bench.project("outgoing");
    const taken = await other.ask("PUT", "/catalogue", { body: { address } });
    expect([taken.status, taken.body.error]).toEqual([
      409,
      { code: "duplicate", fields: [{ path: "address", message: "Another catalogue has this address." }] },
    ]);
    for (const wrong of ["ab", "Acme", "a b", "-acme", "acme.json", "a/b", "fonts/x", "ä".repeat(5), "a".repeat(65)]) {
      expect([wrong, (await update({ address: wrong })).body.error?.fields[0].path]).toEqual([wrong, "address"]);
    }
    expect((await get(`/catalogue/${address}`)).status).toBe(200);
  });

  it("are written once by two who set them for the first time", async () => {
    const answers = await Promise.all([
      update({ title: "A" }),
      update({ description: "B" }),
      update({ is_enabled: true }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const now = (await project.ask("GET", "/catalogue")).body.data;
    expect(now).toMatchObject({ title: "A", description: "B", is_enabled: true });
  });
});

describe("the pages", () => {
  it("show public event types and nothing else of the project", async () => {
    const example = { id: 42 };
    await define("invoice.paid", { category: "Billing", description: "An invoice was `paid`.", example });
    await define("internal.audit", { is_public: false, description: "Nobody may know" });
    const on = await switchOn({ title: "Acme events", description: "First.\n\nSecond." });
    const list = await get(pathOf(on));
    expect(list.status).toBe(200);
    for (const text of ["Acme events", "<p>Second.</p>", "invoice.paid", "Billing", "was <code>paid</code>"]) {
      expect(list.text).toContain(text);
    }
    const type = await get(`${pathOf(on)}?type=invoice.paid`);
    for (const text of ["The id.", "Required", '<span class="n">42</span>', "Version 1"])
      expect(type.text).toContain(text);
    const name = (await project.ask("GET", "")).body.data.name;
    const document = await get(`${pathOf(on)}.json`);
    expect(Object.keys(JSON.parse(document.text).webhooks)).toEqual(["invoice.paid"]);
    for (const { text } of [list, type, document]) {
      for (const secret of ["internal.audit", "Nobody may know", project.id, name]) expect(text).not.toContain(secret);
    }
    for (const path of ["?type=internal.audit", "?type=nothing", ".json?type=internal.audit"]) {
      expect((await get(pathOf(on) + path)).status).toBe(404);
    }
  });

  it("tell nothing of what a type was before it became public", async () => {
    const uid = await define("invoice.paid", { is_public: false });
    const change = (body: object) =>
      project.ask("PUT", `/event-types/${uid}`, { body: { ...body, accept_breaking_changes: true } });
    await change({
      json_schema: { ...json_schema, properties: { ...json_schema.properties, codename: {} } },
      note: "secret sketch",
    });
    await change({ json_schema, note: "without the codename" });
    await change({ is_public: true });
    const on = await switchOn();
    const first = await get(`${pathOf(on)}?type=invoice.paid`);
    expect(first.text).toContain("Version 3");
    expect(first.text).not.toMatch(/codename|secret sketch|Version [12]/);
    await change({
      json_schema: { type: "object", required: [], properties: json_schema.properties },
      note: "Told to all",
    });
    const then = await get(`${pathOf(on)}?type=invoice.paid`);
    for (const text of ["Version 4", "Told to all", "Breaking", "<code>data.id</code> is now optional"])
      expect(then.text).toContain(text);
    await change({ is_deprecated: true });
    expect((await get(pathOf(on))).text).toContain("Deprecated");
  });

  it("are gone at once when they are switched off, hidden or deleted", async () => {
    const uid = await define("a.b");
    const on = await switchOn();
    const page = pathOf(on);
    const { headers } = await get(page);
    const known = { "if-none-match": headers.get("etag") ?? "" };
    expect((await get(page, known)).status).toBe(304);
    await update({ is_enabled: false });
    for (const path of [page, `${page}?type=a.b`, `${page}.json`]) expect((await get(path, known)).status).toBe(404);
    await switchOn();
    await project.ask("PUT", `/event-types/${uid}`, { body: { is_public: false } });
    expect((await get(`${page}?type=a.b`)).status).toBe(404);
    expect((await project.ask("POST", "/event-types/publish", { body: { is_public: true } })).body.data).toEqual({
      changed: 1,
    });
    expect((await get(`${page}?type=a.b`)).status).toBe(200);
    await project.ask("DELETE", `/event-types/${uid}`);
    expect((await get(`${page}?type=a.b`)).status).toBe(404);
    await bench.services.db
      .updateTable("projects")
      .set({ deleted_at: new Date() })
      .where("id", "=", project.id)
      .execute();
    expect((await get(page)).status).toBe(404);
  });

  it("are asked for again each time, and sent again only when something changed", async () => {
    const uid = await define("a.b");
    const page = pathOf(await switchOn());
    for (const path of [page, `${page}?type=a.b`, `${page}.json`]) {
      const { headers } = await get(path);
      expect(headers.get("cache-control")).toBe("public, no-cache");
      const etag = headers.get("etag") ?? "";
      const again = await get(path, { "if-none-match": `"x", ${etag}` });
      expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
      await project.ask("PUT", `/event-types/${uid}`, { body: { description: `Changed after ${path}` } });
      expect((await get(path, { "if-none-match": etag })).status).toBe(200);
      expect((await get(path, {}, "HEAD")).status).toBe(200);
    }
    const packed = await bench.app.request(page, { headers: { "accept-encoding": "gzip" } });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
  });

  it("run their own script alone, in no frame, and tell search engines to stay away unless they may come", async () => {
    const on = await switchOn();
    const { headers, text } = await get(pathOf(on));
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; /,
    );
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect([headers.get("x-robots-tag"), text.includes('content="noindex, nofollow"')]).toEqual([
      "noindex, nofollow",
      true,
    ]);
    await switchOn({ is_indexed: true });
    const open = await get(pathOf(on));
    expect([open.headers.get("x-robots-tag"), open.text.includes("noindex")]).toEqual([null, false]);
    expect((await get(`${pathOf(on)}.json`)).headers.get("access-control-allow-origin")).toBe("*");
  });

  it("show hostile texts as texts", async () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
    const schema = {
      type: "object",
      title: hostile,
      properties: { [hostile]: { description: hostile, enum: [hostile], pattern: "<script>" } },
    };
    await define("a.b", {
      description: hostile,
      category: hostile,
      json_schema: schema,
      example: { [hostile]: hostile },
    });
    const page = pathOf(await switchOn({ title: hostile.slice(0, 90), description: hostile }));
    for (const path of [
      page,
      `${page}?type=a.b`,
      `${page}?type=${encodeURIComponent(hostile)}`,
      `/catalogue/${encodeURIComponent(hostile)}`,
    ]) {
      const { text } = await get(path);
      expect(text.match(/<script/g)).toHaveLength(1);
      expect(text).not.toContain("<img");
    }
  });

  it("are found by any name that an event type may have", async () => {
    const names = ["a/b", "..", ".", "a:b", "x.json", "none"];
    for (const name of names) await define(name);
    const page = pathOf(await switchOn());
    const links = [...(await get(page)).text.matchAll(/class="row" href="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(links).toHaveLength(names.length);
    for (const link of links) expect((await get(link.replaceAll("&amp;", "&"))).status).toBe(200);
  });

  it("are not there for other methods, addresses and fonts", async () => {
    const page = pathOf(await switchOn());
    expect((await get(page, {}, "POST")).status).toBe(405);
    for (const path of [
      "/catalogue/",
      "/catalogue/x",
      "/catalogue/x.json",
      `${page}/more`,
      "/catalogue/fonts/..%2Fx.woff2",
      "/catalogue/__proto__",
      "/catalogue/%00",
      "/catalogue/%00.json",
      `${page}.json?type=%00`,
      `${page}?type=%00`,
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    const font = await bench.app.request("/catalogue/fonts/sans.woff2");
    expect([font.status, font.headers.get("content-type")]).toEqual([200, "font/woff2"]);
    expect(
      Buffer.from(await font.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe("wOF2");
  });

  it("are limited by the address of who asks", async () => {
    const page = pathOf(await switchOn());
    const app = createApp(
      { ...bench.services, rates: { perKey: 0, perAddress: 2 } },
      { readSession: async () => null },
    );
    const ask = async (address: string) =>
      (await app.request(page, { headers: { "x-hookyard-address": address } })).status;
    const statuses = await Promise.all(Array.from({ length: 8 }, () => ask("203.0.113.7")));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3);
    expect(await ask("198.51.100.7")).toBe(200);
  });

  it("describe the body as it is sent", async () => {
    await define("a.b", { example: { id: 1 } });
    const on = await switchOn();
    await project.ask("PUT", "", { body: { settings: { delivery: { envelope: "standard_webhooks" } } } });
    expect((await get(`${pathOf(on)}?type=a.b`)).text).toContain("timestamp");
    const { webhooks } = JSON.parse((await get(`${pathOf(on)}.json`)).text);
    expect(webhooks["a.b"].post.requestBody.content["application/json"].schema.required).toEqual([
      "type",
      "timestamp",
      "data",
    ]);
  });
});
