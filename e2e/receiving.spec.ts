import { expect, test } from "@/e2e/support/fixtures";
import { githubWebhook } from "@/e2e/support/github";
import { openPage, reloadPage } from "@/e2e/support/open-page";
import { postChunked } from "@/e2e/support/post-chunked";
import { createProject } from "@/e2e/support/project";

test("a request without its sender's signature gets 401 and leaves no trace", async ({ page, project }) => {
  const source = await project.makeSource({
    provider: "github",
    verifier: { type: "hmac", hmac: { secret: "the right secret" } },
  });
  const { body, headers } = githubWebhook("push", "the right secret");
  const { "x-hub-signature-256": signature = "", ...unsigned } = headers;
  const forgeries: [string, Record<string, string>][] = [
    [body, githubWebhook("push", "another secret").headers],
    [body, unsigned],
    [body, { ...headers, "x-hub-signature-256": "" }],
    [body, { ...headers, "x-hub-signature-256": signature.slice(0, -1) }],
    [body, { ...headers, "x-hub-signature-256": `sha256=${"0".repeat(64)}` }],
    [`${body} `, headers],
  ];
  for (const [sent, as] of forgeries) {
    expect((await fetch(source.url, { method: "POST", body: sent, headers: as })).status).toBe(401);
  }
  expect(await project.countEvents()).toBe(0);
  await openPage(page, `${project.home}/events`);
  await expect(page.getByRole("heading", { name: "No event yet" })).toBeVisible();

  expect((await fetch(source.url, { method: "POST", body, headers })).status).toBe(200);
  await reloadPage(page);
  await expect(page.getByRole("row", { name: /push/ })).toBeVisible();
  expect(await project.countEvents()).toBe(1);
});

test("a body over the project's limit gets 413, with a length or chunked", async ({ project }) => {
  await project.ask("PUT", "", { settings: { max_payload_read_size: 2_048 } });
  const { url } = await project.makeSource();
  const post = async (bytes: number) => (await fetch(url, { method: "POST", body: "x".repeat(bytes) })).status;
  expect(await post(2_048)).toBe(200);
  expect(await post(2_049)).toBe(413);
  expect(await postChunked(url, [Buffer.alloc(1_024), Buffer.alloc(1_024)])).toBe(200);
  expect(await postChunked(url, [Buffer.alloc(1_024), Buffer.alloc(1_025)])).toBe(413);
  expect(await postChunked(url, Array(64).fill(Buffer.alloc(65_536)))).toBe(413);
  expect(await project.countEvents()).toBe(2);
});

test("a key opens its own project only: any other answers 404", async ({ page, copy, project, receiver }) => {
  const other = await createProject(page.request, copy.url, "incoming");
  const { source, endpoint } = await other.makeRoute(receiver.url);
  await other.send(source, { type: "order.created" });
  await expect.poll(async () => (await other.listDeliveries("Success")).length).toBe(1);
  const [delivery] = await other.listDeliveries("Success");
  const asks: [method: string, path: string][] = [
    ["GET", ""],
    ["PUT", ""],
    ["GET", "/endpoints"],
    ["POST", "/endpoints"],
    ["GET", `/endpoints/${endpoint.uid}`],
    ["PUT", `/endpoints/${endpoint.uid}/pause`],
    ["DELETE", `/sources/${source.uid}`],
    ["GET", "/eventdeliveries"],
    ["GET", `/eventdeliveries/${delivery?.uid}`],
    ["PUT", `/eventdeliveries/${delivery?.uid}/resend?force=true`],
    ["GET", "/meta-events"],
    ["GET", "/api-keys"],
  ];
  for (const [method, path] of asks) {
    const answer = await fetch(`${copy.url}/v1/projects/${other.id}${path}`, {
      method,
      headers: { authorization: `Bearer ${project.key}`, "content-type": "application/json" },
      ...(["PUT", "POST"].includes(method) && { body: "{}" }),
    });
    expect(answer.status, `${method} ${path}`).toBe(404);
  }
  const smuggled = ["endpoints", "eventdeliveries"].map(
    (noun, at) => `${noun}/${at === 0 ? endpoint.uid : delivery?.uid}`,
  );
  for (const path of smuggled) await expect(project.ask("GET", path)).rejects.toThrow("404");
  expect(receiver.received).toHaveLength(1);
});
