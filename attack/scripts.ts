import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { openWindow } from "@/attack/browser-window";
import { ACTIVE_TYPES, hostile, reflecting } from "@/attack/hostile-text";
import { plantScripts } from "@/attack/plant-scripts";
import type { Stage } from "@/attack/stage";
import type { Tally } from "@/attack/tally";
import { seed } from "@/attack/victim";
import { listAddresses } from "@/e2e/support/seed-project";

/** The traces in a page after a visit. */
type Traces = { ran: unknown; markup: string[]; links: string[] };

declare global {
  interface Window {
    __xss?: unknown;
  }
}

/** Lists, panels and forms show the planted texts. */
const MIN_SHOWN = 15;

/**
 * Attacks by scripts in every text that a page shows. The browser ignores the policy of the pages, so that it hides
 * nothing.
 */
export async function attackByScripts(stage: Stage, tally: Tally): Promise<void> {
  const { owner, copy } = stage;
  const project = await seed(stage);
  const ingest = await plantScripts(stage, project);
  const browser = await openWindow(copy.url, owner, { bypassCSP: true });
  const foreign: string[] = [];
  const { page } = browser;
  page.on("dialog", (dialog) => {
    foreign.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(copy.url) && !/^(?:data|blob|about):/.test(url)) foreign.push(url);
  });
  await tally.holds("a text that became markup would be seen", async () => {
    await page.goto("/sign-in");
    await page.evaluate((text) => {
      document.body.innerHTML = text;
    }, hostile("proof"));
    await page.waitForFunction(() => window.__xss !== undefined);
    await assert.rejects(expectCalm(page, []));
  });
  let shown = 0;
  const look = async (address: string) => {
    foreign.length = 0;
    await page.goto(address, { waitUntil: "load" });
    await page
      .getByText("Hookyard: Running")
      .waitFor({ state: "attached", timeout: 2_000 })
      .catch(() => {});
    await expectCalm(page, foreign);
    if ((await page.getByText("data-xss=").count()) > 0) shown += 1;
  };
  for (const address of await listAddresses(project)) {
    await tally.holds(`no text of others runs at ${address.replace(project.home, "")}`, () => look(address));
  }
  const mask = ingest.split("/").at(-1) ?? "";
  for (const address of reflecting(project.home, mask)) {
    await tally.holds(`nothing runs at ${decodeURIComponent(address).slice(0, 60)}`, () => look(address));
  }
  const { address } = await owner.get<{ address: string }>(`/v1/projects/${project.id}/catalogue`);
  for (const page of [address, `${address}?type=hostile.type`, `${address}.json`]) {
    await tally.holds(`no text of others runs at /catalogue/${page.replace(address, "…")}`, () =>
      look(`/catalogue/${page}`),
    );
  }
  await tally.holds("the texts were shown, as text", () =>
    assert.ok(shown >= MIN_SHOWN, `only ${shown} pages had one`),
  );
  await browser.close();
  await attackByAnswers(stage, tally, { projectId: project.id, ingest });
}

async function expectCalm(page: Page, foreign: readonly string[]): Promise<void> {
  const traces = await page.evaluate((): Traces => {
    const links = [...document.querySelectorAll("[href], [src], [action]")]
      .map((one) => one.getAttribute("href") ?? one.getAttribute("src") ?? one.getAttribute("action") ?? "")
      .filter((url) => /^\s*(?:javascript|vbscript|data:text\/html)/i.test(url));
    return {
      ran: window.__xss,
      markup: [...document.querySelectorAll("[data-xss]")].map((one) => one.outerHTML.slice(0, 200)),
      links,
    };
  });
  assert.equal(traces.ran, undefined, "a script ran");
  assert.deepEqual(traces.markup, []);
  assert.deepEqual(traces.links, []);
  assert.deepEqual(foreign, []);
}

type Ingest = { projectId: string; ingest: string };

/** A source's own answers, opened in a browser that obeys their policy. */
async function attackByAnswers({ owner, copy }: Stage, tally: Tally, { projectId, ingest }: Ingest): Promise<void> {
  for (const content_type of ACTIVE_TYPES) {
    await tally.holds(`a custom response of ${content_type} is refused`, async () => {
      const custom_response = { body: hostile("custom response"), content_type };
      const body = { name: "active", type: "http", custom_response };
      const answer = await owner.ask("POST", `/v1/projects/${projectId}/sources`, { body });
      assert.equal(answer.status, 422, answer.text);
    });
  }
  const path = new URL(ingest).pathname;
  for (const [method, address] of [
    ["POST", path],
    ["GET", path],
    ["POST", "/ingest/unknown"],
    ["PUT", `${path}/x`],
  ]) {
    await tally.holds(`the answer of ${method} ${address?.slice(0, 20)} is sandboxed`, async () => {
      const { headers } = await owner.ask(method ?? "", address ?? "", { raw: "{}" });
      assert.match(headers["content-security-policy"] ?? "", /sandbox/);
      assert.match(headers["content-security-policy"] ?? "", /default-src 'none'/);
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.match(
        headers["x-frame-options"] ?? headers["content-security-policy"] ?? "",
        /DENY|frame-ancestors 'none'/,
      );
    });
  }
  await tally.holds("a form that is posted to a source shows text, and no session is used", async () => {
    const { page, close } = await openWindow(copy.url, owner);
    await page.goto("about:blank");
    await page.setContent(
      `<form method="post" enctype="text/plain" action="${ingest}"><input name="a" value="b"></form>`,
    );
    await Promise.all([page.waitForURL(ingest), page.evaluate(() => document.forms[0]?.submit())]);
    await expectCalm(page, []);
    assert.match(await page.content(), /&lt;img data-xss/);
    await close();
  });
  await tally.holds("answers of /v1 are JSON that nobody keeps or guesses the type of", async () => {
    const { headers } = await owner.ask("GET", "/v1/me");
    assert.match(headers["content-type"] ?? "", /^application\/json/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.match(headers["cache-control"] ?? "", /no-store/);
  });
}
