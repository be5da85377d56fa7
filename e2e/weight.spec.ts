import { expect, test } from "@/e2e/support/fixtures";
import { weighScripts } from "@/e2e/support/weigh-scripts";

/** At most so many kB of JavaScript, compressed by gzip, before anybody touches the page. */
const LIMITS = { "sign-in": 0, deliveries: 261, overview: 224, events: 249, "an endpoint's settings": 308 };

test("no page loads more JavaScript than its limit", async ({ browser, copy, project, ownerCookies, receiver }) => {
  const { endpoint } = await project.makeRoute(receiver.url);
  const addresses: Record<keyof typeof LIMITS, string> = {
    "sign-in": "/sign-in",
    deliveries: `${project.home}/deliveries`,
    overview: project.home,
    events: `${project.home}/events`,
    "an endpoint's settings": `${project.home}/endpoints/${endpoint.uid}?tab=settings`,
  };
  const weights: Record<string, number> = {};
  for (const [name, address] of Object.entries(addresses)) {
    // One of its own has an empty cache.
    const context = await browser.newContext({ baseURL: copy.url });
    if (address !== "/sign-in") await context.addCookies(ownerCookies);
    const files = await weighScripts(await context.newPage(), address);
    await context.close();
    const sum = files.reduce((total, { kB }) => total + kB, 0);
    weights[name] = Math.round(sum * 10) / 10;
    console.log(`${name}: ${sum.toFixed(1)} kB of JavaScript in ${files.length} files`);
    for (const { file, kB } of files) console.log(`  ${kB.toFixed(1).padStart(6)} ${file}`);
  }
  const limits = Object.entries(LIMITS);
  expect(limits.filter(([name, limit]) => !((weights[name] ?? Number.NaN) <= limit)).map(([name]) => name)).toEqual([]);
});
