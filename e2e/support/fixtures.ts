import { test as base } from "@playwright/test";
import { type Receiver, startReceiver } from "@/e2e/support/receiver";
import { type Copy, OWNER, startCopy } from "@/e2e/support/server";

type TestFixtures = {
  /** A receiver of this test alone. */
  receiver: Receiver;
  /** Signs the owner in, in this test's browser. */
  signIn(): Promise<void>;
};

type WorkerFixtures = {
  /** A running copy with an owner, shared by the tests of a worker: let each make projects of its own. */
  copy: Copy;
};

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
  baseURL: ({ copy }, provide) => provide(copy.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  receiver: async ({}, provide) => {
    const receiver = await startReceiver();
    await provide(receiver);
    await receiver.close();
  },
  signIn: async ({ page }, provide) => {
    await provide(async () => {
      const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
      const form = { csrfToken, ...OWNER, json: "true", callbackUrl: "/" };
      const answer = await page.request.post("/api/auth/callback/credentials", { form });
      if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}.`);
    });
  },
});

export { expect } from "@playwright/test";
