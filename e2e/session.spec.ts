import { expect, test } from "@/e2e/support/fixtures";
import { forgetSession } from "@/e2e/support/open-page";
import { OWNER, startCopy } from "@/e2e/support/server";
import { DatabaseProxy } from "@/lib/db/database-proxy.fixture";

test("signing in leads back to the requested page", async ({ page, project }) => {
  await forgetSession(page);
  const address = `${project.home}/deliveries?status=Failure`;
  for (const path of ["/", "/projects", "/projects/new", `${project.home}/deliveries`]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/sign-in\?next=/);
  }
  await page.goto(address);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("heading", { name: "No deliveries fit these filters" })).toBeVisible();
});

test("signing in never leads to another host", async ({ page, signIn }) => {
  await signIn();
  for (const next of ["https://example.com", "//example.com", "/\\example.com"]) {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await expect(page).toHaveURL("/projects");
  }
});

test("a wrong password is reported, without revealing whether the person exists, and the right one works after it", async ({
  page,
}) => {
  await page.goto("/sign-in");
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/Give your email/);
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/Give your password/);
  const signInWith = async (email: string, password: string) => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  const alert = page.getByRole("main").getByRole("alert");
  for (const email of ["nobody@example.com", OWNER.email]) {
    await signInWith(email, "not the password");
    await expect(alert).toHaveText("The email or the password is wrong.");
    await page.getByLabel("Email").fill("");
  }
  await signInWith(OWNER.email, OWNER.password);
  await expect(page).toHaveURL("/projects");
});

test("signing in says so when the server is gone, and works once it is back", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.route("**/*", (route) => route.abort());
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Hookyard does not answer. Is it running?");
  await page.unroute("**/*");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/projects");
});

test("without scripts the form puts no password into the address, and says what it needs", async ({
  browser,
  copy,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${copy.url}/sign-in`);
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Email")).toBeVisible();
  expect(page.url()).toBe(`${copy.url}/sign-in`);
  await expect(page.getByText("Signing in needs JavaScript")).toBeVisible();
  await page.close();
});

test("the sign-in page is one small file, sends its form once by the Enter key, and is marked while it waits", async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  const size = (await (await page.goto("/sign-in?next=/account"))?.body())?.length ?? 0;
  expect(size).toBeLessThan(16_000);
  await expect(page.getByLabel("Email")).toBeFocused();
  expect(loaded.filter((path) => !/^\/(?:sign-in|icon\.svg|catalogue\/fonts\/sans\.woff2)$/.test(path))).toEqual([]);

  const sent: string[] = [];
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/auth/callback/credentials", async (route) => {
    sent.push(route.request().postData() ?? "");
    await held;
    await route.continue();
  });
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password").fill(OWNER.password);
  const button = page.getByRole("button", { name: "Sign in" });
  await page.getByLabel("Password").press("Enter");
  await expect(button).toHaveAttribute("aria-busy", "true");
  await expect(button).toBeDisabled();
  await page.getByLabel("Password").press("Enter");
  answer();
  await expect(page).toHaveURL("/account");
  expect(sent).toHaveLength(1);
});

test("with the database away the sign-in page says so, and its form works once it is back", async ({ page }) => {
  const secret = { HOOKYARD_SECRET: "a secret that two copies of a test share" };
  const first = await startCopy(secret);
  await first.init({ project: "Shared", type: "incoming" });
  const way = await new DatabaseProxy().open(await first.databaseUrl());
  const copy = await startCopy({ ...secret, DATABASE_URL: way.url });
  try {
    const enter = async () => {
      await page.getByLabel("Email").fill(OWNER.email);
      await page.getByLabel("Password").fill(OWNER.password);
      await page.getByRole("button", { name: "Sign in" }).click();
    };
    await page.goto(`${copy.url}/sign-in`);
    await enter();
    await expect(page).toHaveURL(`${copy.url}/projects`);

    way.mode = "away";
    // Its session cannot be looked up.
    const answer = await page.goto(`${copy.url}/sign-in`);
    expect([answer?.status(), answer?.headers()["retry-after"]]).toEqual([503, "2"]);
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toHaveText("The database does not answer at the moment. Try again shortly.");
    await forgetSession(page);
    await page.goto(`${copy.url}/sign-in`);
    await enter();
    await expect(alert).toHaveText("Signing in is not possible at the moment. Try again soon.");

    way.mode = "pass";
    await expect(async () => {
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page).toHaveURL(`${copy.url}/projects`);
    }).toPass();
  } finally {
    await copy.dispose();
    way.close();
    await first.dispose();
  }
});

test("signing out ends the session in every tab of the browser", async ({ page, context, signIn, project }) => {
  await signIn();
  const other = await context.newPage();
  await other.goto(`${project.home}/deliveries`);
  await page.goto("/projects");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto("/projects");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  // It may already be navigating there when it is reloaded.
  await expect(async () => {
    await other.reload();
    await expect(other).toHaveURL(/\/sign-in\?next=/);
  }).toPass();
});

test("a page of another site can do nothing with the session", async ({ page, project }) => {
  const body = { name: "Taken over", type: "incoming" };
  const ask = (headers: Record<string, string>) => page.request.post("/v1/projects", { data: body, headers });
  const foreign: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site", origin: "https://elsewhere.example" },
    { "sec-fetch-site": "same-site", origin: "http://localhost:1" },
    { origin: "https://elsewhere.example" },
    { origin: "null" },
    {},
  ];
  for (const headers of foreign) expect((await ask(headers)).status(), JSON.stringify(headers)).toBe(403);
  const reading = await page.request.get("/v1/projects", { headers: { "sec-fetch-site": "cross-site" } });
  expect(reading.status()).toBe(403);
  const form = await page.request.post(`/v1${project.home}/endpoints`, {
    data: "name=x&url=http://127.0.0.1",
    headers: { origin: "https://elsewhere.example", "content-type": "text/plain" },
  });
  expect(form.status()).toBe(403);
  const names = (await (await page.request.get("/v1/projects")).json()).data.content.map(
    (one: typeof body) => one.name,
  );
  expect(names).not.toContain(body.name);
});

test("a used or truncated setup link creates no owner", async ({ page }) => {
  const copy = await startCopy();
  try {
    const link = copy.setupUrl as string;
    await page.goto(link.replace(/token=.*/, ""));
    await expect(page.getByText("Open the link from the terminal")).toBeVisible();

    await copy.init({ project: "First", type: "incoming" });
    await page.goto(link);
    await page.getByLabel("Email").fill("second@example.com");
    await page.getByLabel("Password").fill("a second password");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText(
      "This installation has an owner already. Sign in.",
    );
  } finally {
    await copy.dispose();
  }
});
