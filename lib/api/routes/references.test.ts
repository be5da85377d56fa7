import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { newId } from "@/lib/kernel/ids";

type Fields = Record<string, unknown>;
type Noun = {
  /** What a new one needs besides its references. */
  needs: (project: ApiProject) => Promise<Fields>;
  path: string;
};

const NOUNS: Record<string, Noun> = {
  source: { path: "/sources", needs: async () => ({ name: "s", type: "http" }) },
  endpoint: { path: "/endpoints", needs: async () => ({ name: "e", url: "https://example.com" }) },
  subscription: {
    path: "/subscriptions",
    needs: async (project) => ({
      name: "u",
      endpoint_id: await project.endpoint(),
      source_id: await project.source(),
    }),
  },
  "event type": { path: "/event-types", needs: async () => ({ name: `t.${newId()}` }) },
};

let bench: ApiBench;
let project: ApiProject;
let other: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("incoming");
  other = await bench.project("incoming");
});
afterAll(() => bench.close());

const fieldsOf = ({ status, body }: Answer) => [status, body.error?.fields];
const text = (length: number) => "x".repeat(length);
const pairs = (count: number) => Object.fromEntries([...Array(count).keys()].map((n) => [`k${n}`, "v"]));

/** What no resource takes, by the path of the error. */
const WRONG: [string, Fields, string, RegExp][] = [
  ["an identifier that is too long", { external_id: text(256) }, "external_id", /at most 255/],
  ["an identifier with a line break", { external_id: "a\r\nX-Y: 1" }, "external_id", /line breaks/],
  ["an identifier with an escape", { external_id: "a\u001b[31m" }, "external_id", /control characters/],
  ["an identifier with spaces around it", { external_id: " a" }, "external_id", /spaces at the ends/],
  ["an identifier that is no text", { external_id: 7 }, "external_id", /Give a string/],
  ["an identifier of a megabyte", { external_id: text(1_000_000) }, "external_id", /at most 255/],
  ["too many pairs", { metadata: pairs(21) }, "metadata", /at most 20/],
  ["a key that is too long", { metadata: { [text(41)]: "v" } }, `metadata.${text(41)}`, /1 to 40/],
  ["an empty key", { metadata: { "": "v" } }, "metadata.", /1 to 40/],
  ["a key with a bracket", { metadata: { "a[b]": "v" } }, "metadata.a[b]", /no = and no square brackets/],
  ["a key with =", { metadata: { "a=b": "v" } }, "metadata.a=b", /no = and no square brackets/],
  ["a key with a line break", { metadata: { "a\nb": "v" } }, "metadata.a\nb", /line breaks/],
  ["a value that is too long", { metadata: { a: text(501) } }, "metadata.a", /at most 500/],
  ["a value with a line break", { metadata: { a: "b\r\nc" } }, "metadata.a", /line breaks/],
  ["a value that is no text", { metadata: { a: 1 } }, "metadata.a", /Give a string/],
  ["a value that is an object", { metadata: { a: { b: "c" } } }, "metadata.a", /Give a string/],
  ["pairs that are a list", { metadata: [] }, "metadata", /Give an object/],
  ["the key __proto__", { metadata: JSON.parse('{"__proto__": "x"}') }, "metadata.__proto__", /Unknown field/],
];

describe.each(Object.entries(NOUNS))("the references of a %s", (noun, { path, needs }) => {
  const create = async (fields: Fields, of = project) =>
    of.ask("POST", path, { body: { ...(await needs(of)), ...fields } });
  const make = async (fields: Fields, of = project) => {
    const made = await create(fields, of);
    expect(made.status).toBe(201);
    return made.body.data;
  };
  const put = (id: string, body: Fields) => project.ask("PUT", `${path}/${id}`, { body });
  const read = async (id: string) => (await project.ask("GET", `${path}/${id}`)).body.data;
  const list = async (query: string) =>
    (await project.ask("GET", `${path}?${query}`)).body.data.content.map((one: { uid: string }) => one.uid);

  it("are none, until they are set", async () => {
    const none = { external_id: null, metadata: {} };
    const { uid } = await make({});
    expect(await read(uid)).toMatchObject(none);
    for (const nothing of [
      { external_id: null, metadata: null },
      { external_id: "", metadata: {} },
    ]) {
      const { uid: id } = await make(nothing);
      expect(await read(id)).toMatchObject(none);
    }
  });

  it("are kept as they were given, replaced where they are mentioned, and taken away", async () => {
    const metadata = { constructor: "c", toString: "t", "größe, ü": "1,5 = viel", empty: "" };
    const { uid } = await make({ external_id: `${noun} 1: ä/ß`, metadata });
    expect(await read(uid)).toMatchObject({ external_id: `${noun} 1: ä/ß`, metadata });
    expect(Object.keys((await read(uid)).metadata).toSorted()).toEqual(Object.keys(metadata).toSorted());
    expect((await put(uid, { metadata: { a: "b" } })).body.data).toMatchObject({ external_id: `${noun} 1: ä/ß` });
    expect((await read(uid)).metadata).toEqual({ a: "b" });
    expect((await put(uid, {})).body.data.metadata).toEqual({ a: "b" });
    await put(uid, { external_id: null, metadata: null });
    expect(await read(uid)).toMatchObject({ external_id: null, metadata: {} });
    await put(uid, { metadata: pairs(20), external_id: text(255) });
    expect(await read(uid)).toMatchObject({ external_id: text(255), metadata: pairs(20) });
    await put(uid, { metadata: {}, external_id: "" });
    expect(await read(uid)).toMatchObject({ external_id: null, metadata: {} });
  });

  it.each(WRONG)("are not %s, which changes nothing", async (_, fields, at, message) => {
    const { uid } = await make({ metadata: { kept: "1" } });
    const refusal = [422, [{ path: at, message: expect.stringMatching(message) }]];
    expect(fieldsOf(await put(uid, fields))).toEqual(refusal);
    expect((await read(uid)).metadata).toEqual({ kept: "1" });
    expect(fieldsOf(await create(fields))).toEqual(refusal);
  });

  it("are one resource's of its kind in a project, until it is deleted", async () => {
    const external_id = `taken ${newId()}`;
    const first = await make({ external_id });
    const refusal = [422, [{ path: "external_id", message: expect.stringContaining(`${noun} ${first.uid}`) }]];
    expect(fieldsOf(await create({ external_id }))).toEqual(refusal);
    const { uid } = await make({ external_id: `${external_id}!` });
    expect(fieldsOf(await put(uid, { external_id }))).toEqual(refusal);
    expect((await read(uid)).external_id).toBe(`${external_id}!`);
    expect((await put(first.uid, { external_id })).status).toBe(200);
    await make({ external_id }, other);
    await project.ask("DELETE", `${path}/${first.uid}`);
    expect((await put(uid, { external_id })).body.data.external_id).toBe(external_id);
  });

  it("go to one of those who ask for the same at once", async () => {
    const external_id = `raced ${newId()}`;
    const asked = [...Array(8).keys()].map(() => create({ external_id }));
    const made = [...Array(4).keys()].map(() => make({}));
    const changed = (await Promise.all(made)).map(({ uid }) => put(uid, { external_id }));
    const answers = await Promise.all([...asked, ...changed]);
    expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(11);
    expect(await list(`external_id=${encodeURIComponent(external_id)}`)).toHaveLength(1);
  });

  it("find it, and nothing of another project", async () => {
    const key = `k ${noun}`;
    const external_id = `found, ${newId()}`;
    const both = await make({ external_id, metadata: { [key]: "a,b=c", plan: "gold" } });
    const one = await make({ metadata: { [key]: "a,b=c", plan: "silver" } });
    await make({ external_id, metadata: { [key]: "a,b=c", plan: "gold" } }, other);
    const pair = (name: string, value: string) => `metadata=${encodeURIComponent(`${name}=${value}`)}`;
    expect(await list(`external_id=${encodeURIComponent(external_id)}`)).toEqual([both.uid]);
    expect(await list(`external_id=${encodeURIComponent(external_id.slice(0, -1))}`)).toEqual([]);
    expect(await list(pair(key, "a,b=c"))).toEqual([one.uid, both.uid]);
    expect(await list(`${pair(key, "a,b=c")}&${pair("plan", "gold")}`)).toEqual([both.uid]);
    expect(await list(pair(key, "a,b"))).toEqual([]);
    expect(await list(pair("__proto__", "x"))).toEqual([]);
    const wrong = await project.ask("GET", `${path}?metadata=plan`);
    expect(fieldsOf(wrong)).toEqual([422, [{ path: "metadata.0", message: "Give key=value, as it is stored." }]]);
  });

  it("are shown to a viewer, who may not change them, and are in the audit log", async () => {
    const { uid } = await make({ external_id: `seen ${newId()}`, metadata: { a: "1" } });
    const key = project.keys.viewer;
    expect((await project.ask("GET", `${path}/${uid}`, { key })).body.data.metadata).toEqual({ a: "1" });
    expect((await project.ask("PUT", `${path}/${uid}`, { key, body: { metadata: {} } })).status).toBe(403);
    await put(uid, { metadata: { a: "2" } });
    const log = await project.ask("GET", `/audit-log?resource_id=${uid}`);
    expect(log.body.data.content[0].changes).toEqual({ metadata: { from: { a: "1" }, to: { a: "2" } } });
  });
});

describe("the references of a project", () => {
  const ask = (of: ApiProject, body: Fields) => of.ask("PUT", "", { body });

  it("are one project's in the installation, and name no project to those who cannot see it", async () => {
    const references = { external_id: `p ${newId()}`, metadata: { region: "eu" } };
    expect((await ask(project, references)).body.data).toMatchObject(references);
    expect(fieldsOf(await ask(other, references))).toEqual([
      422,
      [{ path: "external_id", message: "Another project has this one. Give another." }],
    ]);
    const owner = bench.signedIn(await bench.user({ isOwner: true }));
    const body = { name: newId(), type: "incoming", ...references };
    expect(fieldsOf(await bench.ask("POST", "/v1/projects", { ...owner, body }))).toEqual([
      422,
      [{ path: "external_id", message: `Another project ${project.id} has this one. Give another.` }],
    ]);
    expect((await ask(project, { external_id: null })).body.data).toMatchObject({ ...references, external_id: null });
    const made = await bench.ask("POST", "/v1/projects", { ...owner, body });
    expect(made.body.data).toMatchObject(references);
    const query = `external_id=${encodeURIComponent(references.external_id)}&metadata=region%3Deu`;
    const found = await bench.ask("GET", `/v1/projects?${query}`, owner);
    expect(found.body.data.content.map(({ uid }: { uid: string }) => uid)).toEqual([made.body.data.uid]);
    const unseen = await bench.ask("GET", `/v1/projects?${query}`, { key: project.keys.admin });
    expect(unseen.body.data.content).toEqual([]);
  });

  it.each(WRONG)("are not %s", async (_, fields, at, message) => {
    expect(fieldsOf(await ask(other, fields))).toEqual([422, [{ path: at, message: expect.stringMatching(message) }]]);
  });
});

describe("the tags of an endpoint", () => {
  const create = (tags: unknown) =>
    project.ask("POST", "/endpoints", { body: { name: "e", url: "https://example.com", tags } });
  const find = async (query: string) =>
    (await project.ask("GET", `/endpoints?${query}`)).body.data.content.map(({ uid }: { uid: string }) => uid);

  it("are kept in their order, replaced and taken away", async () => {
    const { uid } = (await create(["eu", "plan:gold", "a.b_c-9"])).body.data;
    const read = async () => (await project.ask("GET", `/endpoints/${uid}`)).body.data.tags;
    expect(await read()).toEqual(["eu", "plan:gold", "a.b_c-9"]);
    await project.ask("PUT", `/endpoints/${uid}`, { body: { name: "f" } });
    expect(await read()).toHaveLength(3);
    for (const none of [[], null]) {
      await project.ask("PUT", `/endpoints/${uid}`, { body: { tags: ["x"] } });
      await project.ask("PUT", `/endpoints/${uid}`, { body: { tags: none } });
      expect(await read()).toEqual([]);
    }
  });

  it("find the endpoints that have all of them, in this project", async () => {
    const tag = `t${newId()}`;
    const both = (await create([tag, "eu"])).body.data.uid;
    const one = (await create([tag])).body.data.uid;
    await other.endpoint({ tags: [tag, "eu"] });
    expect(await find(`tag=${tag}`)).toEqual([one, both]);
    expect(await find(`tag=${tag}&tag=eu`)).toEqual([both]);
    expect(await find(`tag=${tag},eu`)).toEqual([both]);
    expect(await find(`tag=${tag}&tag=us`)).toEqual([]);
  });

  it.each([
    ["upper case", ["EU"], "tags.0", /1 to 40 characters of a-z/],
    ["a line break", ["eu\r\nX-Y: 1"], "tags.0", /1 to 40 characters of a-z/],
    ["no character", [""], "tags.0", /1 to 40 characters of a-z/],
    ["too many characters", [text(41)], "tags.0", /1 to 40 characters of a-z/],
    ["a number", [7], "tags.0", /Give a string/],
    ["the same twice", ["eu", "eu"], "tags", /twice/],
    ["more than 20", [...Array(21).keys()].map(String), "tags", /at most 20/],
    ["a text", "eu", "tags", /Give a list/],
  ])("are not %s", async (_, tags, path, message) => {
    expect(fieldsOf(await create(tags))).toEqual([422, [{ path, message: expect.stringMatching(message) }]]);
  });

  it("are not sought by what is none", async () => {
    expect((await project.ask("GET", "/endpoints?tag=A%20B")).status).toBe(422);
  });
});

describe("a connection", () => {
  it("takes references for each part, and names the taken ones by their part", async () => {
    const external_id = `connected ${newId()}`;
    const references = { external_id, metadata: { a: "1" } };
    const body = {
      source: { name: "s", type: "http", ...references },
      endpoint: { name: "e", url: "https://example.com", tags: ["eu"], ...references },
      subscription: references,
    };
    const { data } = (await project.ask("POST", "/connections", { body })).body;
    for (const part of [data.source, data.endpoint, data.subscription]) expect(part).toMatchObject(references);
    const again = await project.ask("POST", "/connections", { body });
    expect(again.body.error.fields.map(({ path }: { path: string }) => path)).toEqual([
      "source.external_id",
      "endpoint.external_id",
      "subscription.external_id",
    ]);
  });
});
