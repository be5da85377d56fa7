import { makeCertificate, toKeyPem } from "@/lib/egress/authority.fixture";
import type { SignatureAlgorithm } from "@/lib/kernel/vocabulary";

/** A new value of a credential, or this one, which stands for it. */
export type Plant = (field: string, value?: string) => string;

export type NamedSource = { name: string; type: "http" | "pub_sub" | "rest_api" | "db_change_stream" };
type NamedEndpoint = {
  name: string;
  url: string;
  tls?: Readonly<Record<string, string>>;
  signature_algorithm?: SignatureAlgorithm;
};

/** Nobody listens there. */
const NOWHERE = { host: "127.0.0.1", port: "9" };

/** A source of each type, with a credential in every field that takes one. */
export function credentialedSources(plant: Plant, receiver: string): NamedSource[] {
  const verifiers: ({ type: string; of?: string } & Record<string, unknown>)[] = [
    { type: "hmac", hmac: { secret: plant("verifier.hmac.secret"), header: "x-sig", hash: "SHA256", encoding: "hex" } },
    { type: "basic_auth", basic_auth: { username: "u", password: plant("verifier.basic_auth.password") } },
    { type: "api_key", api_key: { header_name: "x-key", header_value: plant("verifier.api_key.header_value") } },
    { type: "noop" },
    { type: "provider", provider: { secret: plant("verifier.provider.secret") }, of: "stripe" },
    {
      type: "provider",
      provider: { secret: plant("verifier.provider.secret"), client_id: plant("verifier.provider.client_id") },
      of: "plaid",
    },
  ];
  const login = { type: "plain", username: "u", password: plant("pub_sub.logstream.auth.password"), tls: false };
  const service_account = {
    type: "service_account",
    client_email: "a@example.com",
    private_key: `-----BEGIN PRIVATE KEY-----\n${plant("pub_sub.cloudtopic.service_account")}\n-----END PRIVATE KEY-----`,
  };
  const secret_key = plant("pub_sub.cloudqueue.secret_key");
  const brokers: Record<string, object> = {
    amqp: { ...NOWHERE, queue: "q", auth: { user: "u", password: plant("pub_sub.amqp.auth.password") } },
    cloudqueue: {
      access_key_id: "id",
      secret_key,
      default_region: "eu-central-1",
      queue_name: "q",
      endpoint: "http://127.0.0.1:9",
    },
    cloudtopic: {
      project_id: "project-1",
      subscription_id: "subscription-1",
      service_account,
      endpoint: "127.0.0.1:9",
    },
    logstream: { auth: login, brokers: ["127.0.0.1:9"], consumer_group_id: "g", topic_name: "t" },
  };
  const auths = [
    { type: "api_key", api_key: { header_name: "x-key", header_value: plant("rest_api.auth.api_key.header_value") } },
    { type: "basic_auth", basic_auth: { username: "u", password: plant("rest_api.auth.basic_auth.password") } },
    { type: "bearer", bearer: { token: plant("rest_api.auth.bearer.token") } },
  ];
  const password = plant("db_change_stream.password");
  const db_change_stream = { host: "127.0.0.1", port: 9, database: "d", user: "u", password, tables: ["public.t"] };
  return [
    ...verifiers.map(({ of = null, ...verifier }): NamedSource => {
      return { name: of ?? verifier.type, type: "http", ...{ provider: of, verifier } };
    }),
    ...Object.entries(brokers).map(([type, settings]): NamedSource => {
      return { name: type, type: "pub_sub", ...{ pub_sub: { type, [type]: settings } } };
    }),
    ...auths.map((auth): NamedSource => {
      return {
        name: auth.type,
        type: "rest_api",
        ...{ rest_api: { url: `${receiver}/fails`, auth, interval_seconds: 1 } },
      };
    }),
    { name: "database", type: "db_change_stream", ...{ db_change_stream } },
  ];
}

/** An endpoint with certificates, each of which is known again by a line of its text. */
function certifiedEndpoint(plant: Plant): NamedEndpoint {
  const authority = makeCertificate({ name: "an authority", isAuthority: true });
  const client = makeCertificate({ name: "a client", by: authority });
  const tls = { client_certificate: client.pem, client_key: toKeyPem(client), ca_certificate: authority.pem };
  for (const [field, pem] of Object.entries(tls)) plant(`tls.${field}`, pem.split("\n")[6]);
  return { name: "certified", url: "https://127.0.0.1:9/", tls };
}

/** An endpoint with each type of authentication, of which one accepts everything and one nothing, and one with TLS. */
export function credentialedEndpoints(plant: Plant, receiver: string): NamedEndpoint[] {
  const chat = () => `${receiver}/fails/hooks/${plant("chat_webhook_url")}`;
  const header_value = plant("authentication.api_key.header_value");
  const client_secret = plant("authentication.oauth2.client_secret");
  const oauth2 = { url: `${receiver}/fails/token`, client_id: "c", client_secret };
  const basic_auth = { username: "u", password: plant("authentication.basic_auth.password") };
  const authentications = [
    { type: "api_key", api_key: { header_name: "x-key", header_value } },
    { type: "basic_auth", basic_auth },
    { type: "oauth2", oauth2 },
  ];
  const authenticated = authentications.map((authentication, n) => ({
    name: authentication.type,
    url: `${receiver}/${n === 0 ? "works" : "fails"}`,
    secret: plant("secret"),
    chat_webhook_url: chat(),
    support_email: "support@example.com",
    authentication,
  }));
  const paired = { name: "paired", url: `${receiver}/works`, signature_algorithm: "hmac_and_ed25519" } as const;
  return [...authenticated, certifiedEndpoint(plant), paired];
}
