/** Matches field names that may contain a credential. */
export const CREDENTIAL_NAME =
  /secret|passw|token|key|credential|service_account|header_value|webhook_url|private|cert/i;

/** Body fields whose names match but that contain none. */
export const NO_CREDENTIALS: readonly string[] = [
  "verifier.api_key",
  "rest_api.auth.api_key",
  "authentication.api_key",
  "idempotency_keys",
  "idempotency_key",
  "filter.idempotencyKey",
  "ordering_key",
  "pub_sub.amqp.bindExchange.routingKey",
  "pub_sub.cloudqueue.access_key_id",
  "pub_sub.logstream.auth.username",
  "certificate_expiring",
  "receiver_certificate_expiring",
];

/** Who may read a credential again, and by which request. Any other credential is never shown. */
export type Shown = { who: RegExp; what: RegExp };

const ADMIN = /^(?:owner|.*admin)$/;
const OF_ENDPOINT: Shown[] = [
  { who: ADMIN, what: /^POST \S+\/(?:endpoints|connections)$/ },
  { who: ADMIN, what: /^GET \S+\/endpoints\/[\w-]+$/ },
];
const ONCE = (what: RegExp): Shown[] => [{ who: ADMIN, what }];

/**
 * Every credential that the program gets or creates, by the path of its field if it has one. Each gets a canary in
 * every run, so that a credential that nothing plants is noticed, and so is a field that is missing here.
 */
export const CREDENTIALS: Record<string, readonly Shown[]> = {
  current_password: [],
  new_password: [],
  password: [],
  token: [],
  secret: [...OF_ENDPOINT, ...ONCE(/^POST \S+\/endpoints\/[\w-]+\/secrets$/)],
  chat_webhook_url: OF_ENDPOINT,
  "authentication.api_key.header_value": [],
  "authentication.basic_auth.password": [],
  "authentication.oauth2.client_secret": [],
  "tls.client_certificate": [],
  "tls.client_key": [],
  "tls.ca_certificate": [],
  "settings.meta_event.secret": [],
  "settings.webhook_url": [],
  "settings.routing_key": [],
  "settings.genie_key": [],
  "settings.secret": [],
  "verifier.hmac.secret": [],
  "verifier.provider.secret": [],
  "verifier.provider.client_id": [],
  "verifier.basic_auth.password": [],
  "verifier.api_key.header_value": [],
  "pub_sub.amqp.auth.password": [],
  "pub_sub.cloudqueue.secret_key": [],
  "pub_sub.cloudtopic.service_account": [],
  "pub_sub.logstream.auth.password": [],
  "rest_api.auth.api_key.header_value": [],
  "rest_api.auth.basic_auth.password": [],
  "rest_api.auth.bearer.token": [],
  "db_change_stream.password": [],
  "an API key": ONCE(/^POST \S+\/api-keys$/),
  "a secret that a provider hands over": [
    ...ONCE(/^GET \S+\/handshakes\/[\w-]+\/secret$/),
    // Whoever handed it over is told so by its own text.
    { who: ADMIN, what: /^POST \S+\/ingest\/[\w-]+$/ },
  ],
  "an invitation's link": ONCE(/^POST \S+\/invitations$/),
  "an endpoint's private key": [],
  "a device's secret": [{ who: /./, what: /^POST \S+\/devices$/ }],
  "a session's cookie": [
    { who: /./, what: /^POST \/api\/auth\/callback\// },
    { who: /./, what: /^(?:PUT|DELETE) \/v1\/me\/(?:password|sessions)/ },
  ],
  "an ingest address": [{ who: /(?:^owner|operator|admin)$/, what: /./ }],
  "a receiver's address": [{ who: /(?:^owner|operator|admin)$/, what: /./ }],
  "the header Authorization of a sender": [],
  "the header Cookie of a sender": [],
  "the setting HOOKYARD_SECRET": [],
  "the setting HOOKYARD_METRICS_TOKEN": [],
  "the setting OIDC_CLIENT_SECRET": [],
  "the setting SMTP_URL": [],
};

/** Values that are looked up in plain text, and sent to the address for meta events that an admin chose. */
export const TOLD_TO_ADMINS: readonly string[] = ["an ingest address", "a receiver's address"];
