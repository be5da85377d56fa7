import { createServer, type IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createAddressGuard } from "./address-guard";
import { makeCertificate, toKeyPem } from "./authority.fixture";
import { toClientTls } from "./client-tls";
import { closeAll, listen, post, sender, serve } from "./receiver.fixture";

afterEach(closeAll);

type Asked = { to: string; authorization: string | undefined };

/** A proxy that connects to this machine whatever it is asked for, and keeps what that was. */
async function startProxy(answer: (to: string) => number = () => 200): Promise<{ address: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((_, response) => response.writeHead(400).end());
  server.on("connect", (request: IncomingMessage, client: Socket) => {
    const to = request.url ?? "";
    asked.push({ to, authorization: request.headers["proxy-authorization"] });
    const status = answer(to);
    client.on("error", () => {});
    if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    const onward = connect(Number(to.split(":").at(-1)), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(client).pipe(onward);
    });
    onward.on("error", () => client.destroy());
  });
  return { address: await listen(server), asked };
}

const through = (proxy: string, more: object = {}) =>
  sender({ guard: createAddressGuard("127.0.0.0/8", `http://${proxy}`), ...more });

describe("a request through the proxy of the installation", () => {
  it("arrives, and later ones use the same connection", async () => {
    const { address, asked } = await startProxy();
    const url = await serve((request, response) => response.end(request.headers.host));
    const { send } = through(address);
    for (let sent = 0; sent < 20; sent++) {
      const result = await send(post(url));
      expect([result.error, result.status, result.body.toString()]).toEqual([null, 200, new URL(url).host]);
    }
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(asked[0]).toEqual({ to: new URL(url).host, authorization: undefined });
  });

  it("speaks TLS with the receiver itself, with the certificates of the endpoint", async () => {
    const { address, asked } = await startProxy();
    const authority = makeCertificate({ name: "An authority", isAuthority: true });
    const server = makeCertificate({ name: "receiver", names: ["receiver.example"], by: authority });
    const options = { key: toKeyPem(server), cert: server.pem };
    const host = await listen(createTlsServer(options, (_, response) => response.end("secure")));
    const tls = toClientTls({ client_certificate: "", client_key: "", ca_certificate: authority.pem });
    const url = `https://receiver.example:${host.split(":")[1]}/hook`;
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const result = await through(address, { resolve }).send(post(url, { tls }));
    expect([result.error, result.body.toString()]).toEqual([null, "secure"]);
    expect(asked[0]?.to).toBe(host);
  });

  it("asks it for the address that was judged, never for a name", async () => {
    const { address, asked } = await startProxy();
    const url = await serve((_, response) => response.end());
    const { port } = new URL(url);
    const resolve = async () => [
      { address: "10.0.0.1", family: 4 },
      { address: "127.0.0.7", family: 4 },
    ];
    await through(address, { resolve }).send(post(`http://receiver.example:${port}/`));
    expect(asked.map(({ to }) => to)).toEqual([`127.0.0.7:${port}`]);
  });

  it("is refused where the address is not allowed, and the proxy hears nothing of it", async () => {
    const { address, asked } = await startProxy();
    const resolve = async () => [{ address: "169.254.169.254", family: 4 }];
    const { send } = through(address, { resolve });
    for (const url of [
      "http://10.0.0.1/",
      "http://rebound.example/",
      "https://rebound.example/",
      "http://metadata.google.internal/",
    ]) {
      expect((await send(post(url))).error).toMatchObject({ code: "refused" });
    }
    expect(asked).toEqual([]);
  });

  it("tells the proxy the password, and nobody else", async () => {
    const { address, asked } = await startProxy();
    const url = await serve((request, response) => response.end(JSON.stringify(request.headers)));
    const result = await through(`ada:p%40ss@${address}`).send(post(url));
    expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from("ada:p@ss").toString("base64")}`);
    expect(result.body.toString()).not.toContain("proxy-authorization");
  });

  it("fails with a sentence where the proxy refuses or is not there", async () => {
    const { address } = await startProxy(() => 403);
    const url = await serve((_, response) => response.end());
    const refused = await through(`ada:secret@${address}`).send(post(url));
    expect(refused.error).toMatchObject({
      code: "unreachable",
      message: `The proxy ${address} does not connect to ${new URL(url).host}: it answered 403.`,
    });
    const gone = await through("127.0.0.1:9").send(post(url));
    expect(gone.error).toMatchObject({
      code: "unreachable",
      message: "The proxy 127.0.0.1:9 cannot be used: ECONNREFUSED.",
    });
  });

  it("tries the next address where the proxy cannot connect to one", async () => {
    const { address, asked } = await startProxy((to) => (to.startsWith("127.0.0.2:") ? 502 : 200));
    const url = await serve((_, response) => response.end("there"));
    const { port } = new URL(url);
    const resolve = async () => ["127.0.0.2", "127.0.0.3"].map((one) => ({ address: one, family: 4 }));
    const result = await through(address, { resolve }).send(post(`http://receiver.example:${port}/`));
    expect([result.body.toString(), asked.length]).toEqual(["there", 2]);
  });
});
