import { FirefoxPage, findFirefox } from "@/e2e/support/firefox";
import { expect, test } from "@/e2e/support/fixtures";
import { OWNER } from "@/e2e/support/server";

const firefox = findFirefox();
if (firefox === null) console.log("skipped: the journey in Firefox: this machine has no Firefox.");

test("in Firefox: sign in, see an event arrive, open its delivery, resend it", async ({ copy, project, receiver }) => {
  test.skip(firefox === null, "This machine has no Firefox.");
  const { source } = await project.makeRoute(receiver.url);
  const page = await FirefoxPage.open(firefox as string);
  try {
    await page.goTo(`${copy.url}/sign-in`);
    await page.see("Email");
    await page.type("input[type=email]", OWNER.email);
    await page.type("input[type=password]", OWNER.password);
    await page.click("button", "Sign in");
    await page.see(project.name);

    await page.goTo(`${copy.url}${project.home}/deliveries`);
    await page.see("No delivery yet");
    await page.see("Live");
    await project.send(source, { type: "order.created", id: 1 });
    await page.see("order.created");
    await page.see("Success");

    await page.click("a", "order.created");
    await page.see("Attempt 1");
    await page.click("button", "Resend");
    await page.see("Send again what had succeeded?");
    await page.click("[role=alertdialog] button", "Resend");
    await expect.poll(() => receiver.received.length).toBe(2);
    await page.see("Attempts (2)");
    expect(page.complaints).toEqual([]);
  } finally {
    await page.close();
  }
});
