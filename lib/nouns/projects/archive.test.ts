import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";

let bench: ApiBench;
let owner: { key: null; headers: Record<string, string> };
let project: ApiProject;
let name: string;
beforeAll(async () => {
  bench = await ApiBench.open();
  owner = bench.signedIn(await bench.user({ isOwner: true }));
});
afterAll(() => bench.close());
beforeEach(async () => {
  project = await bench.project("incoming");
  name = (await project.ask("GET", "")).body.data.name;
});

const end = (verb: "archive" | "unarchive", typed = name) =>
  project.ask("POST", `/${verb}`, { ...owner, body: { name: typed } });
const remove = (typed = name) => project.ask("DELETE", "", { ...owner, body: { name: typed } });
const list = async (query: string) => {
  const { body } = await bench.ask("GET", `/v1/projects?perPage=100&${query}`, owner);
  return body.data.content.map(({ uid }: { uid: string }) => uid);
};

describe("archiving a project", () => {
  it("wants its name, letter by letter", async () => {
    for (const typed of [name.toUpperCase(), ` ${name}`, `${name} `, "", "another"]) {
      for (const { status, body } of [await end("archive", typed), await remove(typed)]) {
        expect([status, body.error.fields[0].path]).toEqual([422, "name"]);
      }
    }
    expect((await project.ask("GET", "")).body.data.archived_at).toBeNull();
  });

  it("is the owner's alone: no admin's, no key's, no stranger's", async () => {
    const admin = await bench.user();
    await bench.services.db
      .insertInto("project_members")
      .values({ project_id: project.id, user_id: admin.id, role: "admin" })
      .execute();
    const body = { name };
    const paths = [
      ["POST", "/archive"],
      ["POST", "/unarchive"],
      ["DELETE", ""],
    ] as const;
    for (const [method, path] of paths) {
      const asked = [
        await project.ask(method, path, { body }),
        await project.ask(method, path, { ...bench.signedIn(admin), body }),
        await project.ask(method, path, { ...bench.signedIn(await bench.user()), body }),
        await project.ask(method, path, { key: (await bench.project("incoming")).keys.admin, body }),
      ];
      expect(asked.map(({ status }) => status)).toEqual([403, 403, 404, 404]);
    }
    expect((await project.ask("GET", "")).body.data.archived_at).toBeNull();
  });

  it("is done once, undone once, and shows in the lists", async () => {
    expect((await end("unarchive")).status).toBe(409);
    const { status, body } = await end("archive");
    expect([status, body.data.archived_at]).toEqual([200, expect.any(String)]);
    expect((await end("archive")).status).toBe(409);
    expect([await list("state=active"), await list("state=archived"), await list("")]).toEqual([
      expect.not.arrayContaining([project.id]),
      [project.id],
      expect.arrayContaining([project.id]),
    ]);
    expect((await end("unarchive")).body.data.archived_at).toBeNull();
    expect(await list("state=archived")).toEqual([]);
  });
});

describe("an archived project", () => {
  it("answers 409 to its senders before it reads or verifies anything, and keeps no note of them", async () => {
    const id = await project.source({ verifier: { type: "basic_auth", basic_auth: { username: "a", password: "b" } } });
    const { url } = (await project.ask("GET", `/sources/${id}`)).body.data;
    const at = new URL(url).pathname;
    await end("archive");
    for (const method of ["POST", "GET"]) {
      const { status, body } = await bench.ask(method, at, method === "POST" ? { body: {} } : {});
      expect([status, body.error.code, body.message]).toEqual([409, "conflict", expect.stringContaining("archived")]);
    }
    await end("unarchive");
    expect((await bench.ask("POST", at, { body: {} })).status).toBe(401);
  });

  it("can be read and not changed, except by taking access away", async () => {
    const endpoint = await project.endpoint();
    const { uid } = (await project.ask("POST", "/api-keys", { body: { name: "k", role: "viewer" } })).body.data;
    await end("archive");
    for (const path of ["", "/endpoints", `/endpoints/${endpoint}`, "/api-keys", "/eventdeliveries", "/contents"]) {
      expect((await project.ask("GET", path)).status, path).toBe(200);
    }
    const changes = [
      await project.ask("PUT", "", { body: { name: `${name} 2` } }),
      await project.ask("POST", "/endpoints", { body: { name: "E", url: "https://example.com/" } }),
      await project.ask("PUT", `/endpoints/${endpoint}/pause`),
      await project.ask("DELETE", `/endpoints/${endpoint}`),
      await project.ask("POST", "/api-keys", { body: { name: "l", role: "viewer" } }),
    ];
    for (const { status, body } of changes) {
      expect([status, body.message]).toEqual([409, expect.stringContaining("archived")]);
    }
    expect((await project.ask("DELETE", `/api-keys/${uid}`)).status).toBe(200);
    await end("unarchive");
    expect((await project.ask("PUT", `/endpoints/${endpoint}/pause`)).status).toBe(200);
  });

  it("shows no receiver to whoever sends to it", async () => {
    const made = await project.ask("POST", "/receivers", { body: { name: "R" } });
    const at = new URL(made.body.data.url).pathname;
    expect((await bench.ask("POST", at, { body: {} })).status).toBe(200);
    await end("archive");
    expect((await bench.ask("POST", at, { body: {} })).status).toBe(404);
  });
});

describe("deleting a project", () => {
  it("wants it archived first", async () => {
    const { status, body } = await remove();
    expect([status, body.message]).toEqual([409, expect.stringContaining("Archive it first")]);
  });

  it("hides it at once from everybody, and frees its name and its identifier", async () => {
    const source = await project.source();
    const { url } = (await project.ask("GET", `/sources/${source}`)).body.data;
    await project.ask("PUT", "", { body: { external_id: `x-${project.id}` } });
    await end("archive");
    expect((await remove()).status).toBe(202);
    expect((await project.ask("GET", "", owner)).status).toBe(404);
    expect((await remove()).status).toBe(404);
    expect((await end("unarchive")).status).toBe(404);
    expect((await project.ask("GET", "")).status).toBe(401);
    expect((await bench.ask("POST", new URL(url).pathname, { body: {} })).status).toBe(404);
    expect(await list("")).not.toContain(project.id);
    const body = { name, type: "outgoing", external_id: `x-${project.id}` };
    expect((await bench.ask("POST", "/v1/projects", { ...owner, body })).status).toBe(201);
  });

  it("counts before what goes with it", async () => {
    await project.source();
    await project.endpoint();
    expect((await project.ask("GET", "/contents")).body.data).toEqual({
      sources: 1,
      endpoints: 1,
      events: 0,
      waiting_deliveries: 0,
    });
  });
});
