const SOURCE = "01975f2b-41b9-7e0f-b6a4-0d9f5e7c1a03";
const AT = "2027-01-31T12:00:00.000Z";

/** Examples of consumed sources. */
export const BROKER_EXAMPLES: Record<string, unknown> = {
  SourceHealth: {
    source_id: SOURCE,
    state: "connected",
    connected_since: AT,
    last_event_at: AT,
    rate: 12.5,
    lag: 3,
    lag_unit: "messages",
    last_poll_at: null,
    next_poll_at: null,
    last_poll_items: null,
    last_error: null,
    last_error_at: null,
    failures: 0,
    next_try_at: null,
  },
  SourceRefusal: {
    uid: "01975f2c-1d40-7b37-a2e9-3c8b0f4d6e11",
    source_id: SOURCE,
    created_at: AT,
    status: 401,
    reason: "The signature is missing: it belongs into the header X-Hub-Signature-256.",
    code: "header_missing",
    method: "POST",
    address: "192.0.2.10",
    header_names: ["content-length", "content-type", "host", "user-agent"],
    body_size: 612,
    skipped: 0,
  },
  SourceRemains: {
    source_id: SOURCE,
    source_name: "shop-db",
    deleted_at: AT,
    slot: "hookyard_01975f2b41b97e0fb6a40d9f5e7c1a03",
    server: "db.example.com:5432",
    database: "shop",
    last_error: "Connection refused by db.example.com:5432.",
    last_error_at: AT,
    next_try_at: AT,
  },
  TestConnection: {
    source_id: SOURCE,
    pub_sub: {
      type: "amqp",
      workers: 2,
      amqp: {
        schema: "amqps",
        host: "rabbit.example.com",
        port: "5671",
        vhost: "shop",
        queue: "hooks",
        auth: { user: "hookyard", password: "[REDACTED]" },
        deadLetterExchange: "dead-hooks",
      },
    },
  },
  TestedConnection: {
    ok: false,
    message: "The queue hooks does not exist.",
    checks: [
      { step: "address", ok: true, message: "rabbit.example.com has an address that may be called." },
      { step: "connection", ok: true, message: "rabbit.example.com:5671 answers." },
      { step: "tls", ok: true, message: "rabbit.example.com:5671 has a valid certificate." },
      { step: "login", ok: true, message: "hookyard may log in, and use the virtual host shop." },
      { step: "resource", ok: false, message: "The queue hooks does not exist." },
    ],
  },
};
