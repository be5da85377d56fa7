import { withoutPassword } from "@/lib/checkup/facts/ask-door";
import type { Settings } from "@/lib/checkup/facts/facts";
import { rulesOf, sayIf } from "@/lib/checkup/finding";
import { isLoopback } from "@/lib/kernel/address-blocks";
import { parseUrl } from "@/lib/kernel/parse-url";

/** When Node.js stops to mend a major version (https://github.com/nodejs/release#release-schedule). */
const NODE_ENDS: ReadonlyMap<number, string> = new Map([
  [20, "2026-04-30"],
  [21, "2024-06-01"],
  [22, "2027-04-30"],
  [23, "2025-06-01"],
  [24, "2028-04-30"],
  [25, "2026-06-01"],
  [26, "2029-04-30"],
]);

/** A block with so short a prefix is practically everybody. */
const EVERYBODY_PREFIX = 4;

export const SETTINGS_RULES = rulesOf("settings", [
  {
    code: "no_tls",
    levels: ["warning"],
    when: "HOOKYARD_URL is http:// and HOST is not loopback",
    why: "Passwords, session cookies, API keys and payloads cross the network unencrypted.",
    remedy:
      "Put a proxy with TLS in front, set HOOKYARD_URL to its https:// address, and HOST=127.0.0.1 if it runs here.",
    find: (_, { env }) => {
      const { HOOKYARD_URL: url = "http://localhost" } = env;
      const isPlain = url.startsWith("http:") && !isOfThisMachine(url);
      return sayIf(isPlain && !isLocalHost(env.HOST), `${withoutPassword(url)} is reached without TLS.`);
    },
  },
  {
    code: "listens_to_network",
    levels: ["advice"],
    when: "HOOKYARD_URL is of this machine or not set, and HOST is not loopback",
    why: "Whoever reaches this machine reaches the sign-in page and the API, without TLS.",
    remedy: "Set HOST=127.0.0.1, or HOOKYARD_URL to the address by which others reach it.",
    find: (_, { env }) =>
      sayIf(
        isOfThisMachine(env.HOOKYARD_URL ?? "http://localhost") && !isLocalHost(env.HOST),
        `Copies listen on ${env.HOST ?? "every address"}, while their public address is of this machine alone.`,
      ),
  },
  {
    code: "url_not_set",
    levels: ["advice"],
    when: "HOOKYARD_URL is not set, though DATABASE_URL is",
    why: "Links and sources' addresses say http://localhost, which nobody else reaches. Whether the installation answers was not looked at.",
    remedy: "Set HOOKYARD_URL to the address by which others reach the installation.",
    find: (_, { env }) =>
      sayIf(env.HOOKYARD_URL === undefined && env.DATABASE_URL !== undefined, "HOOKYARD_URL is not set."),
  },
  {
    code: "trusted_proxies_everybody",
    levels: ["critical"],
    when: "HOOKYARD_TRUSTED_PROXIES has a block of practically all addresses, such as 0.0.0.0/0",
    why: "Any client can write the address and host that it wants to have: limits and the audit log are worth nothing then.",
    remedy: "Set HOOKYARD_TRUSTED_PROXIES to the addresses of your own proxies.",
    find: (_, { env }) =>
      env.HOOKYARD_TRUSTED_PROXIES.filter(isEverybody).map((block) => ({
        what: `HOOKYARD_TRUSTED_PROXIES trusts everybody (${block}).`,
      })),
  },
  {
    code: "metrics_open",
    levels: ["warning"],
    when: "HOOKYARD_METRICS_PORT is set, HOOKYARD_METRICS_TOKEN is not, and HOST is not loopback",
    why: "Whoever reaches the port sees how much the installation gets, sends and fails.",
    remedy: "Set HOOKYARD_METRICS_TOKEN, or let a firewall close the port.",
    find: (_, { env }) => {
      const { HOOKYARD_METRICS_PORT: port, HOOKYARD_METRICS_TOKEN: token } = env;
      const isOpen = port !== undefined && token === undefined && !isLocalHost(env.HOST);
      return sayIf(isOpen, `The metrics are on port ${port} for everybody.`);
    },
  },
  {
    code: "log_level_verbose",
    levels: ["advice"],
    when: "LOG_LEVEL is debug or trace in production",
    why: "Each request and attempt is a line: the log grows quickly and the program is slower.",
    remedy: "Set LOG_LEVEL=info once you have seen what you looked for.",
    find: (_, { env }) =>
      sayIf(
        env.NODE_ENV === "production" && ["debug", "trace"].includes(env.LOG_LEVEL),
        `LOG_LEVEL is ${env.LOG_LEVEL}.`,
      ),
  },
  {
    code: "address_rate_off",
    levels: ["warning"],
    when: "HOOKYARD_ADDRESS_RATE is 0",
    why: "One address may guess API keys and load the database without end.",
    remedy: "Remove HOOKYARD_ADDRESS_RATE (100 a second), or give a number.",
    find: (_, { env }) => sayIf(env.HOOKYARD_ADDRESS_RATE === 0, "Requests without credentials have no limit."),
  },
  {
    code: "key_rate_off",
    levels: ["advice"],
    when: "HOOKYARD_KEY_RATE is 0",
    why: "One key that runs wild takes the API from all others.",
    remedy: "Remove HOOKYARD_KEY_RATE (5,000 a second), or give a number.",
    find: (_, { env }) => sayIf(env.HOOKYARD_KEY_RATE === 0, "Requests of one API key have no limit."),
  },
  {
    code: "secret_not_shared",
    levels: ["advice"],
    when: "DATABASE_URL is set and HOOKYARD_SECRET is not",
    why: "The key that decrypts the database's credentials is in a file of this machine only: other copies, and a backup of the database, are worth nothing without it.",
    remedy: "Set HOOKYARD_SECRET to the content of the file `secret` in HOOKYARD_DATA, for all copies.",
    find: (_, { env }) =>
      sayIf(
        env.DATABASE_URL !== undefined && env.HOOKYARD_SECRET === undefined,
        "The key is in HOOKYARD_DATA, while the database is elsewhere.",
      ),
  },
  {
    code: "single_sign_on_incomplete",
    levels: ["warning"],
    when: "only one of OIDC_ISSUER and OIDC_CLIENT_ID is set",
    why: "Single sign-on is off then, and nothing says so.",
    remedy: "Set OIDC_ISSUER and OIDC_CLIENT_ID together, or neither.",
    find: (_, { env }) => {
      const [set, missing] = env.OIDC_ISSUER ? ["OIDC_ISSUER", "OIDC_CLIENT_ID"] : ["OIDC_CLIENT_ID", "OIDC_ISSUER"];
      const isHalf = (env.OIDC_ISSUER === undefined) !== (env.OIDC_CLIENT_ID === undefined);
      return sayIf(isHalf, `${set} is set and ${missing} is not.`);
    },
  },
  {
    code: "node_out_of_support",
    levels: ["warning"],
    when: "the Node.js project no longer mends this major version of Node.js",
    why: "Holes that are found in it stay open.",
    remedy: "Install a version with long-term support (https://nodejs.org) and restart each copy.",
    find: (_, settings) => findEndOfNode(settings),
  },
]);

function findEndOfNode({ node, now }: Settings) {
  const major = Number.parseInt(node, 10);
  const end = NODE_ENDS.get(major);
  const isOver = end === undefined ? major < 20 : now.getTime() > Date.parse(end);
  return sayIf(isOver, `Node.js ${node} is out of support${end ? ` since ${end}` : ""}.`);
}

function isEverybody(block: string): boolean {
  const [, prefix] = block.split("/");
  return prefix !== undefined && Number(prefix) <= EVERYBODY_PREFIX;
}

function isOfThisMachine(url: string): boolean {
  return isLocalHost(parseUrl(url)?.hostname.replace(/^\[|\]$/g, ""));
}

function isLocalHost(host: string | undefined): boolean {
  if (host === undefined) return false;
  return host === "localhost" || host.endsWith(".localhost") || isLoopback(host);
}
