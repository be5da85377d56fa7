import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createAddressGuard } from "./address-guard";
import { createGuardedLookup } from "./guarded-lookup";
import { closeAll, post, sender, serve } from "./receiver.fixture";

afterEach(closeAll);

describe("the address guard", () => {
  const guard = createAddressGuard("");

  it.each(["http://127.0.0.1:1/", "http://[::1]:1/", "http://2130706433/", "http://localhost:1/", "gopher://a/"])(
    "refuses %s before any connection",
    async (url) => {
      const result = await sender({ guard }).send(post(url));
      expect(result).toMatchObject({ status: null, error: { code: "refused" } });
    },
  );

  it("refuses a name that resolves to an internal address", async () => {
    const url = await serve((_, response) => response.end("secret"));
    const { send } = sender({ guard, resolve: async () => [{ address: "127.0.0.1", family: 4 }] });
    const { status, error } = await send(post(url.replace("127.0.0.1", "inside.example")));
    expect(status).toBeNull();
    expect(error).toMatchObject({
      code: "refused",
      message: expect.stringContaining("127.0.0.1 is a loopback address"),
    });
  });

  it("refuses a cloud's metadata service by its name, at any address", async () => {
    const url = await serve((_, response) => response.end("credentials"));
    const lookup = createGuardedLookup(createAddressGuard("127.0.0.0/8"), async () => [
      { address: "127.0.0.1", family: 4 },
    ]);
    const options = { host: "metadata.google.internal.", port: Number(new URL(url).port), lookup };
    const error = await new Promise<Error>((resolve) => connect(options).once("error", resolve));
    expect(error.message).toContain("a cloud's metadata service");
  });

  it("connects to the allowed address of a name and to no other", async () => {
    const url = await serve((_, response) => response.end("ok"));
    const guard = createAddressGuard("127.0.0.1");
    const addresses = ["127.0.0.2", "10.0.0.1", "127.0.0.1"].map((address) => ({ address, family: 4 }));
    const { send } = sender({ guard, resolve: async () => addresses });
    expect(await send(post(url.replace("127.0.0.1", "mixed.example")))).toMatchObject({ status: 200, error: null });
  });

  it("checks again if a name moves to an internal address", async () => {
    const url = await serve((_, response) => response.setHeader("connection", "close").end());
    const answers = ["127.0.0.1", "127.0.0.2"];
    const names = ["first.example", "second.example"];
    const resolve = async () => [{ address: answers.shift() ?? "", family: 4 }];
    const { send } = sender({ guard: createAddressGuard("127.0.0.1"), resolve });
    const results = [];
    for (const name of names) results.push(await send(post(url.replace("127.0.0.1", name))));
    expect(results.map(({ status, error }) => status ?? error?.code)).toEqual([200, "refused"]);
  });

  it("reaches localhost through the system's resolver if it is allowed", async () => {
    const url = await serve((_, response) => response.end());
    expect(await sender().send(post(url.replace("127.0.0.1", "localhost")))).toMatchObject({
      status: 200,
      error: null,
    });
  });
});
