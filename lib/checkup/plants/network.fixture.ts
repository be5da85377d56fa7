import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { ApiBench } from "@/lib/api/api.fixture";
import { closeServer, HUSH, openDoor } from "@/lib/checkup/checkup-bench.fixture";
import { bySettings, type Plant } from "@/lib/checkup/plants/plant.fixture";

const NOBODY = "127.0.0.1:1";

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, undo: () => closeServer(server) };
}

async function answers(setting: string, listener: RequestListener) {
  const { url, undo } = await serve(listener);
  return { settings: { [setting]: url.replace("127.0.0.1", hostOf(setting)) }, undo };
}

/** The two addresses have hosts of their own. */
const hostOf = (setting: string) => (setting === "HOOKYARD_INGEST_URL" ? "localhost" : "127.0.0.1");

/** A copy of Hookyard with another database. */
async function anotherInstallation(setting: string) {
  const api = await ApiBench.open();
  const door = await openDoor(api, {});
  const { port } = door.address() as AddressInfo;
  return {
    settings: { [setting]: `http://${hostOf(setting)}:${port}` },
    async undo() {
      closeServer(door);
      await api.close();
    },
  };
}

const refusal: RequestListener = (_, response) =>
  response.writeHead(403, { "Content-Type": "application/xml" }).end("<Error><Code>AccessDenied</Code></Error>");
const page: RequestListener = (_, response) =>
  response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>It works");
const redirect: RequestListener = (_, response) =>
  response.writeHead(301, { Location: `https://user:${HUSH}@elsewhere.example/` }).end();
const otherJson: RequestListener = (_, response) =>
  response.writeHead(200, { "Content-Type": "application/json" }).end('{"status":"up"}');
const starting: RequestListener = (_, response) =>
  response
    .writeHead(503, { "Content-Type": "application/json" })
    .end('{"status":false,"message":"Hookyard is starting.","data":null,"error":{"code":"unavailable"}}');

function doorPlants(prefix: string, setting: string): Plant[] {
  const strange = { [`${prefix}_is_something_else`]: "critical" as const };
  const silent = { [`${prefix}_unreachable`]: "warning" as const };
  return [
    {
      finds: silent,
      how: "nobody listens",
      arrange: () => ({ settings: { [setting]: `http://${NOBODY.replace("127.0.0.1", hostOf(setting))}` } }),
    },
    { finds: silent, how: "not ready", arrange: () => answers(setting, starting) },
    { finds: strange, how: "a page", arrange: () => answers(setting, page) },
    { finds: strange, how: "a redirect", arrange: () => answers(setting, redirect) },
    { finds: strange, how: "other JSON", arrange: () => answers(setting, otherJson) },
    {
      finds: { [`${prefix}_is_another_installation`]: "critical" },
      arrange: () => anotherInstallation(setting),
    },
  ];
}

/** A mail server that quotes the password that it refuses. */
async function quotingMailServer() {
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => done(new Error(`the password ${password} is wrong`)),
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return {
    settings: { SMTP_URL: `smtp://me:${HUSH}%20and%20more@127.0.0.1:${port}` },
    undo: () => new Promise<void>((done) => server.close(() => done())),
  };
}

export const NETWORK_PLANTS: readonly Plant[] = [
  ...doorPlants("url", "HOOKYARD_URL"),
  ...doorPlants("ingest_url", "HOOKYARD_INGEST_URL"),
  bySettings("mail_server_unusable", "warning", { SMTP_URL: `smtp://me:${HUSH}@${NOBODY}` }),
  { finds: { mail_server_unusable: "warning" }, how: "a wrong password", arrange: quotingMailServer },
  bySettings("issuer_unreachable", "warning", { OIDC_ISSUER: `http://me:${HUSH}@${NOBODY}/realm` }),
  { finds: { issuer_unreachable: "warning" }, how: "a page", arrange: () => answers("OIDC_ISSUER", page) },
  {
    finds: { issuer_differs: "warning" },
    arrange: ({ settings }) => ({
      settings: { OIDC_ISSUER: (settings.OIDC_ISSUER ?? "").replace("127.0.0.1", "localhost") },
    }),
  },
  {
    finds: { issuer_differs: "warning" },
    how: "no issuer",
    arrange: () => answers("OIDC_ISSUER", otherJson),
  },
  bySettings("export_bucket_unwritable", "warning", { HOOKYARD_EXPORT_S3: "s3://nowhere" }),
  bySettings("export_bucket_unwritable", "warning", { AWS_ENDPOINT_URL_S3: `http://${NOBODY}` }),
  {
    finds: { export_bucket_unwritable: "warning" },
    how: "refused",
    arrange: () => answers("AWS_ENDPOINT_URL_S3", refusal),
  },
  bySettings("egress_proxy_unreachable", "critical", { HOOKYARD_EGRESS_PROXY: `http://me:${HUSH}@${NOBODY}` }),
];
