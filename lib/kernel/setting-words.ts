import type { SettingName } from "@/lib/kernel/env";

/** What people are told of a setting. `usually` replaces the default of the schema where a value alone does not say it. */
export type SettingWords = { readonly words: string; readonly usually?: string; readonly takes?: string };

/** Settings that need no line: only development and tests set them. */
export const NOT_FOR_PEOPLE = ["NODE_ENV"] as const;

type Told = Exclude<SettingName, (typeof NOT_FOR_PEOPLE)[number]>;

/** The settings by subject, in the order of the reference. Every setting of the schema is in exactly one group. */
export const SETTING_GROUPS: readonly { title: string; settings: Partial<Record<Told, SettingWords>> }[] = [
  {
    title: "Addresses",
    settings: {
      PORT: { words: "The port to listen on" },
      HOST: {
        words: "The address to listen at",
        usually: "every address: `::`, which takes IPv4 too, or `0.0.0.0` where the system has no IPv6",
      },
      HOOKYARD_URL: {
        words:
          "The public address, for links and source addresses: scheme and host, since Hookyard is served at the root of a host. Where it is https, browsers that came so by a trusted proxy (`X-Forwarded-Proto`) are told to come by HTTPS only, for a year (`Strict-Transport-Security`)",
        usually: "`http://localhost:$PORT`",
      },
      HOOKYARD_INGEST_URL: {
        words:
          "An origin for `/ingest` and `/receive` alone, such as `https://in.example.com`: requests to its host get nothing else, addresses of sources and receivers use it, and no other host serves them; health checks ask another host",
        usually: "the dashboard's",
      },
      HOOKYARD_TRUSTED_PROXIES: {
        words:
          "CIDR blocks of your proxies, with commas: only their `X-Forwarded-*` counts, for addresses in limits and the audit log, and for the host",
        usually: "nobody's",
      },
    },
  },
  {
    title: "Data and keys",
    settings: {
      HOOKYARD_DATA: {
        words: "Folder of the embedded PostgreSQL and the generated key; commands without it go to the copy that runs",
        usually: "`./data`",
      },
      DATABASE_URL: {
        words:
          "Use this PostgreSQL (15 or newer) instead of the embedded one: itself, or a pooler in session mode. One in transaction mode (PgBouncer's `pool_mode = transaction`) is refused at the start. Several servers (`postgres://user@one:5432,two:5432/hookyard`) are asked which of them takes writes (`target_session_attrs=read-write`, or `primary`). A failover behind the same address is noticed within eight seconds, also where packets are dropped; give the database a synchronous standby, or it may lose what was acknowledged",
      },
      HOOKYARD_DISTRIBUTED: {
        words: "`DATABASE_URL` leads to a coordinator of Citus, and a new installation is spread over its servers",
      },
      HOOKYARD_DB_CONNECTIONS: {
        words: "Connections to the database that a copy opens at most; fewer make it slower, not wrong",
        usually: "`41`; some 80 for several processes, and 12 for each from seven on",
      },
      HOOKYARD_SECRET: {
        words:
          "32 or more characters that encrypt stored credentials and sign sessions; set it when you use `DATABASE_URL`. Several, with commas between them, while [keys are rotated](../operate/rotate-keys.md)",
        usually: "generated in `HOOKYARD_DATA`",
      },
      HOOKYARD_EXPORT_DIR: {
        words:
          "Folder to which each project's days are written before they are [removed](../operate/limits-and-retention.md); without it and `HOOKYARD_EXPORT_S3` they are only removed",
      },
      HOOKYARD_EXPORT_S3: {
        words:
          "Bucket to which they are written, `s3://bucket` or `s3://bucket/prefix`, of [S3 or what speaks its protocol](../operate/limits-and-retention.md#a-bucket), instead of the folder or beside it. The following ones lead to it, and do nothing without it",
      },
      AWS_REGION: { words: "The region of the bucket", usually: "none; `us-east-1` with an endpoint" },
      AWS_ENDPOINT_URL_S3: {
        words:
          "The address of another store than Amazon's (MinIO, Ceph, R2), such as `https://storage.example.com:9000`; the bucket is named in the path then",
        usually: "Amazon's",
      },
      AWS_ENDPOINT_URL: { words: "The same, where the one before is not given" },
      AWS_ACCESS_KEY_ID: {
        words: "The id of an access key that may write there; it comes with its secret",
        usually:
          "none: Amazon's other ways are tried in their order (`AWS_PROFILE` and shared files, `AWS_WEB_IDENTITY_TOKEN_FILE` of a pod, a container's or an instance's role)",
      },
      AWS_SECRET_ACCESS_KEY: { words: "Its secret" },
      AWS_SESSION_TOKEN: { words: "The token of a key that lasts for a while only" },
      HOOKYARD_BACKUP_PASSPHRASE: {
        words:
          "12 or more characters that `hookyard backup --encrypt` encrypts with and `hookyard restore` decrypts with; without it they ask for it in a terminal. [Back up](../operate/back-up.md)",
      },
    },
  },
  {
    title: "Copies and processes",
    settings: {
      HOOKYARD_ROLE: { words: "`all`, `web` (pages and API) or `worker` (deliveries)" },
      HOOKYARD_PROCESSES: {
        words:
          "Processes of this copy behind its one port (`node:cluster`), or `auto`: one for each core, as far as the connections suffice (12 for each). It helps where PostgreSQL has cores left, and takes some 230 MB for each. What a copy may have at most (deliveries under way, connections, memory for bodies) is shared out; the rates of keys and addresses count in each process alone. One that ends is replaced",
        takes: "`auto`, or 1 to 64",
      },
      HOOKYARD_DRAIN_SECONDS: {
        words:
          "After SIGTERM, how long everything is served on while `/readyz` is 503: as long as your balancer takes to notice; one copy alone needs none",
      },
      HOOKYARD_STOP_SECONDS: {
        words: "After that, how long what is under way may take; deliveries that take longer are left to other copies",
      },
    },
  },
  {
    title: "Limits",
    settings: {
      HOOKYARD_KEY_RATE: {
        words:
          "Requests a second to `/v1` with one key or session, twice that at once; each copy counts alone; `0` is no limit",
      },
      HOOKYARD_ADDRESS_RATE: { words: "The same without valid credentials from one address" },
      HOOKYARD_IN_FLIGHT: { words: "Deliveries that a copy has under way at once" },
      HOOKYARD_ENDPOINT_IN_FLIGHT: { words: "The same to one endpoint that has no `max_in_flight` of its own" },
      HOOKYARD_BODY_MIB: {
        words:
          "Memory for the bodies of all requests under way, in MiB; what has no room gets 503 with `Retry-After`, small bodies last; give three times the largest payload",
      },
      HOOKYARD_CONNECTIONS: {
        words:
          "Connections open at once; one address (or IPv6 /64) that is no trusted proxy gets half of what the others leave free",
      },
    },
  },
  {
    title: "What leaves",
    settings: {
      HOOKYARD_EGRESS_ALLOW: {
        words:
          "CIDR blocks that deliveries and brokers may be at although they are private. A cloud's metadata service is refused also inside a block, unless an entry is exactly its address",
        usually: "none",
      },
      HOOKYARD_EGRESS_PROXY: {
        words:
          "An HTTP proxy, `http://user:password@host:3128` or `https://…`, [through which](../operate/proxy.md) deliveries and all other HTTP requests of the program leave",
      },
      SMTP_URL: {
        words:
          "Mail server (`smtp://user:password@host:587`, `smtps://…`) of invitations and of the e-mails that endpoints' `support_email` get; without it nothing is mailed",
      },
      SMTP_FROM: { words: "Sender of those e-mails; set both or neither" },
    },
  },
  {
    title: "People",
    settings: {
      OIDC_ISSUER: {
        words:
          "The identity provider of single sign-on (OpenID Connect), which is on where this and the client's id are set",
      },
      OIDC_CLIENT_ID: { words: "The client's id there" },
      OIDC_CLIENT_SECRET: { words: "The client's secret there" },
      OIDC_NAME: { words: "What the button to sign in by it says" },
      HOOKYARD_SESSION_HOURS: { words: "How long a sign-in lasts at most" },
      HOOKYARD_SESSION_IDLE_HOURS: { words: "How long one lasts that is not used" },
    },
  },
  {
    title: "What it tells",
    settings: {
      LOG_LEVEL: {
        words: "How much it tells: [`info` and `debug`](../operate/observe.md#the-log)",
        usually: "`info`; `warn` where `LOG_FORMAT` is `text`",
      },
      LOG_FORMAT: {
        words:
          "`json`: whatever the program says is a line of JSON on standard output. `text`: what a person has to read (the address, the set-up link, why it does not start) is text",
        usually: "`text` at a terminal and for `npm run up`, else `json`",
      },
      HOOKYARD_METRICS_TOKEN: {
        words:
          "Bearer token for `/metrics`, of 16 or more characters; without it they are for this machine alone (set it where a proxy on this machine passes on requests without `X-Forwarded-For`)",
      },
      HOOKYARD_METRICS_PORT: { words: "A port that serves `/metrics` and nothing else; they are nowhere else then" },
      OTEL_EXPORTER_OTLP_ENDPOINT: {
        words:
          "Where [traces](../operate/observe.md#traces) are sent by OTLP over HTTP, such as `http://collector:4318`",
        usually: "none: nothing is traced",
      },
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { words: "The whole address, instead of the one before" },
      OTEL_EXPORTER_OTLP_PROTOCOL: {
        words: "How they are written; there is no gRPC",
        usually: "`http/protobuf`",
        takes: "`http/protobuf`, `http/json`",
      },
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: {
        words: "The same for traces alone, which goes before",
        usually: "the one before",
        takes: "`http/protobuf`, `http/json`",
      },
      OTEL_SERVICE_NAME: { words: "The name of the service in them", usually: "`hookyard`" },
      OTEL_TRACES_EXPORTER: { words: "`none` turns them off", usually: "`otlp`", takes: "`otlp`, `none`" },
      OTEL_TRACES_SAMPLER: {
        words: "Which traces are kept: by default a sender decides whether its own is",
        takes: "`always_on`, `always_off`, `traceidratio`, or one of these after `parentbased_`",
        usually: "`parentbased_always_on`",
      },
      OTEL_TRACES_SAMPLER_ARG: {
        words: "Which share is kept, for `traceidratio`: `0.01` is a hundredth",
        takes: "0 to 1",
      },
      OTEL_SDK_DISABLED: { words: "`true` turns them off", usually: "`false`" },
    },
  },
];
