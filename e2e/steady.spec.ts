import { expect, test } from "@/e2e/support/fixtures";
import { measureShifts } from "@/e2e/support/measure-shifts";
import { type Receiver, startReceiver } from "@/e2e/support/receiver";
import { listAddresses, seedProject } from "@/e2e/support/seed-project";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** At most so much of a page moves under its reader, by the measure of cumulative layout shift. */
const LIMIT = 0.02;

const PUBLIC = [
  "/sign-in",
  "/setup",
  "/setup?token=cut-off",
  "/invite",
  "/docs",
  "/docs/createEvent",
  "/docs/guides/verify",
];

let receiver: Receiver;
let addresses: string[];
let invitation: string;

test.beforeAll(async ({ playwright, copy, ownerCookies }) => {
  const request = await playwright.request.newContext({ storageState: { cookies: ownerCookies, origins: [] } });
  receiver = await startReceiver();
  const project = await seedProject(request, copy.url, receiver);
  addresses = await listAddresses(project);
  invitation = `/invite?token=${(await project.invite("ada@example.com", "admin")).token}`;
  await request.dispose();
});
test.afterAll(() => receiver.close());

for (const viewport of SIZES) {
  test(`no page ${viewport.width} pixels wide moves under its reader while its scripts and fonts arrive late`, async ({
    browser,
    copy,
    ownerCookies,
  }) => {
    // Some fifty pages, each until it is quiet.
    test.setTimeout(900_000);
    const open = async (cookies: typeof ownerCookies, pages: readonly string[]) => {
      const context = await browser.newContext({ baseURL: copy.url, viewport, storageState: { cookies, origins: [] } });
      const shifts = await measureShifts(context, pages, 4);
      await context.close();
      return shifts;
    };
    const found = [...(await open([], [...PUBLIC, invitation])), ...(await open(ownerCookies, addresses))];
    const moved = found.filter(({ shift }) => shift > 0).sort((one, other) => other.shift - one.shift);
    for (const { shift, address, moved: what } of moved) console.log(shift.toFixed(4), address, what.join(" | "));
    expect(moved.filter(({ shift }) => shift > LIMIT)).toEqual([]);
  });
}
