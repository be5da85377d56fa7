import { type APIRequestContext, test as base, expect } from "@playwright/test";
import { createProject, type TestProject } from "@/e2e/support/project";
import { type Receiver, startReceiver } from "@/e2e/support/receiver";
import { type Copy, startCopy } from "@/e2e/support/server";
import { signInOwner } from "@/e2e/support/sign-in-owner";

type TestFixtures = {
  /** A receiver of this test alone. */
  receiver: Receiver;
  /** Signs the owner in, in this test's browser. */
  signIn(): Promise<void>;
  /** An incoming project of this test alone. The owner is signed in, in this test's browser. */
  project: TestProject;
  /** The same of an outgoing one. */
  outgoing: TestProject;
};

type WorkerFixtures = {
  /** A running copy with an owner, shared by the tests of a worker: each creates projects of its own. */
  copy: Copy;
  /** The cookies of a permanent session of the owner, so that not every test has to sign in. */
  ownerCookies: Cookies;
};

type Cookies = Awaited<ReturnType<APIRequestContext["storageState"]>>["cookies"];

export const test = base.extend<TestFixtures, WorkerFixtures>({
  copy: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that a fixture needs here
    async ({}, provide) => {
      const copy = await startCopy();
      await copy.init({ project: "Shared", type: "incoming" });
      await provide(copy);
      await copy.dispose();
    },
    { scope: "worker" },
  ],
  ownerCookies: [
    async ({ copy, playwright }, provide) => {
      const request = await playwright.request.newContext({ baseURL: copy.url });
      await signInOwner(request);
      await provide((await request.storageState()).cookies);
      await request.dispose();
    },
    { scope: "worker" },
  ],
  baseURL: ({ copy }, provide) => provide(copy.url),
  page: async ({ page }, provide, test) => {
    const thrown: string[] = [];
    const refused: string[] = [];
    page.on("pageerror", ({ message }) => thrown.push(message));
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) refused.push(message.text());
    });
    await provide(page);
    if (test.status !== test.expectedStatus) {
      // Stands in the output of a run whose files nobody keeps.
      const shown = await page.getByRole("main").ariaSnapshot({ timeout: 5_000 }).catch(String);
      console.log(`${test.title}\n${page.url()} showed:\n${shown}`);
    }
    expect(thrown, "no script of a page throws, and what the browser draws is what the server sent").toEqual([]);
    expect(refused, "no page asks for what its own policy refuses").toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  receiver: async ({}, provide) => {
    const receiver = await startReceiver();
    await provide(receiver);
    await receiver.close();
  },
  signIn: async ({ page }, provide) => {
    await provide(() => signInOwner(page.request));
  },
  project: async ({ page, copy, ownerCookies }, provide) => {
    await page.context().addCookies(ownerCookies);
    await provide(await createProject(page.request, copy.url, "incoming"));
  },
  outgoing: async ({ page, copy, ownerCookies }, provide) => {
    await page.context().addCookies(ownerCookies);
    await provide(await createProject(page.request, copy.url, "outgoing"));
  },
});

export { expect } from "@playwright/test";
