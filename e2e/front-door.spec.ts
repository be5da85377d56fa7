import { expect, test } from "@/e2e/support/fixtures";
import { OWNER, startCopy } from "@/e2e/support/server";

test("a page allows only its own scripts, and breaks none of its own rules", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const answer = await page.goto("/sign-in");
  const policy = answer?.headers()["content-security-policy"] ?? "";
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+'/);
  expect(policy).toMatch(/style-src 'self' 'nonce-[^']+'/);
  expect(policy.split("; ").filter((part) => part.includes("unsafe"))).toEqual(["style-src-attr 'unsafe-inline'"]);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(answer?.headers()["x-content-type-options"]).toBe("nosniff");
  await expect(page.getByRole("button", { name: /sign in/i })).toBeEnabled();
  expect(complaints).toEqual([]);
});

test("headers beyond 64 KiB are refused with 431, an unknown address with 404", async ({ request }) => {
  const big = await request.get("/v1/openapi.json", { headers: { "x-big": "a".repeat(70_000) } });
  expect(big.status()).toBe(431);
  expect((await request.get("/v1/nothing")).status()).toBe(404);
  expect((await request.get("/nothing")).status()).toBe(404);
});

test("an answer of /ingest runs in no browser, however it is reached", async ({ request }) => {
  for (const [path, status] of [
    ["/ingest/unknown", 404],
    ["/%69ngest/unknown", 400],
  ] as const) {
    const answer = await request.get(path);
    expect(answer.status()).toBe(status);
    expect(answer.headers()["content-security-policy"]).toContain("sandbox; default-src 'none'");
    expect(answer.headers()["x-content-type-options"]).toBe("nosniff");
  }
});

test("a sign-in of 400 KB is refused before it is read", async ({ request }) => {
  const data = { email: "a@example.com", password: "x".repeat(400_000) };
  expect((await request.post("/api/auth/callback/credentials", { form: data })).status()).toBe(413);
});

test("a session works on /v1 until sign-out, and never from a foreign site", async ({ page, signIn }) => {
  expect((await page.request.get("/v1/me")).status()).toBe(401);
  await signIn();
  const me = await (await page.request.get("/v1/me")).json();
  expect(JSON.stringify(me.data)).toContain(OWNER.email);
  const foreign = { "sec-fetch-site": "cross-site", origin: "https://elsewhere.example" };
  expect((await page.request.get("/v1/me", { headers: foreign })).status()).toBe(403);
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  await page.request.post("/api/auth/signout", { form: { csrfToken, json: "true" } });
  expect((await page.request.get("/v1/me")).status()).toBe(401);
});

test("wrong passwords are distinguished from too many of them", async ({ request }) => {
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  const tryOnce = async () => {
    const form = { csrfToken, email: "guess@example.com", password: "wrong", json: "true" };
    const answer = await request.post("/api/auth/callback/credentials", { form });
    return new URL((await answer.json()).url).searchParams.get("error");
  };
  for (let n = 0; n < 5; n += 1) expect(await tryOnce()).toBe("CredentialsSignin");
  expect(await tryOnce()).toContain("Too many wrong passwords");
});

test("the printed link creates the owner once", async ({ request }) => {
  const copy = await startCopy();
  try {
    expect(copy.setupUrl).not.toBeNull();
    const token = new URL(copy.setupUrl as string).searchParams.get("token");
    const setUp = (data: unknown) => request.post(`${copy.url}/api/setup`, { data });
    expect((await setUp({ ...OWNER, token: "guess" })).status()).toBe(403);
    expect((await setUp({ ...OWNER, password: "short", token })).status()).toBe(422);
    expect((await setUp({ ...OWNER, token })).status()).toBe(201);
    expect((await setUp({ ...OWNER, token })).status()).toBe(409);
    expect(await copy.end("SIGTERM")).toBe(0);
    await copy.restart();
    expect(copy.setupUrl).toBeNull();
  } finally {
    await copy.dispose();
  }
});

test("init creates a project and a key, and the same project with another key on repetition", async ({
  copy,
  request,
}) => {
  const first = await copy.init({ project: "By command", type: "outgoing" });
  const again = await copy.init({ project: "By command", type: "outgoing" });
  expect(again.project_id).toBe(first.project_id);
  expect(again.api_key).not.toBe(first.api_key);
  for (const { api_key: key } of [first, again]) {
    const headers = { authorization: `Bearer ${key}` };
    expect((await request.get(`${first.url}/v1/projects/${first.project_id}`, { headers })).status()).toBe(200);
  }
});

test("a worker has no pages, and reports that it is ready", async ({ request }) => {
  const worker = await startCopy({ HOOKYARD_ROLE: "worker" });
  try {
    expect((await request.get(`${worker.url}/readyz`)).status()).toBe(200);
    expect((await request.get(`${worker.url}/metrics`)).status()).toBe(200);
    expect((await request.get(`${worker.url}/sign-in`)).status()).toBe(404);
    expect((await request.get(`${worker.url}/v1/openapi.json`)).status()).toBe(404);
  } finally {
    await worker.dispose();
  }
});

test("after kill -9 a copy starts again on the same data", async () => {
  const copy = await startCopy();
  try {
    const made = await copy.init({ project: "Kept", type: "incoming" });
    await copy.end("SIGKILL");
    await copy.restart();
    expect((await copy.init({ project: "Kept", type: "incoming" })).project_id).toBe(made.project_id);
  } finally {
    await copy.dispose();
  }
});
