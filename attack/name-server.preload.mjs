import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

// Loaded by a copy under attack before its own code, with `--import`, in the role of resolv.conf. Names of the zone
// `attack.test` are looked up at the name server of the attack, all others as usual.

const server = process.env.ATTACK_NAME_SERVER;
const resolver = new dns.promises.Resolver({ timeout: 5_000 });
if (server) resolver.setServers([server]);

const bySystem = dns.promises.lookup;
const ofZone = (hostname) => /(^|\.)attack\.test\.?$/i.test(hostname);

async function lookUp(hostname, options = {}) {
  if (!server || !ofZone(hostname)) return bySystem(hostname, options);
  const name = hostname.replace(/\.$/, "");
  const [four, six] = await Promise.all([
    resolver.resolve4(name).catch(() => []),
    resolver.resolve6(name).catch(() => []),
  ]);
  const all = [...four.map((address) => ({ address, family: 4 })), ...six.map((address) => ({ address, family: 6 }))];
  if (all.length === 0) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: "ENOTFOUND" });
  return options.all ? all : all[0];
}

dns.promises.lookup = lookUp;
const plainLookup = dns.lookup;
dns.lookup = (hostname, options, callback = options) => {
  if (!server || !ofZone(hostname)) return plainLookup(hostname, options, callback);
  const wanted = typeof options === "object" ? options : {};
  lookUp(hostname, wanted).then(
    (found) => (wanted.all ? callback(null, found) : callback(null, found.address, found.family)),
    (error) => callback(error),
  );
};
syncBuiltinESMExports();
