const SECRET = "01975f2b-03a9-7f00-8000-0a1b2c3d4e07";

/** Examples of what concerns signatures. */
export const SIGNATURE_EXAMPLES: Record<string, unknown> = {
  RotateKeyPair: { expires_in: 86_400 },
  PublicKeys: {
    keys: [
      {
        public_key: "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
        jwk: {
          kty: "OKP",
          crv: "Ed25519",
          x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
          kid: "01975f2b-03a9-7f00-8000-0a1b2c3d4e08",
        },
        created_at: "2027-01-31T12:00:00.000Z",
        expires_at: null,
      },
    ],
  },
  DiagnoseSignature: {
    headers: {
      "webhook-id": "01975f2c-1d44-7c19-8d70-94a6e1b2c306",
      "webhook-timestamp": "1801396800",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
    body: '{\n  "amount": 120\n}',
    received_at: "2027-01-31T12:00:02Z",
  },
  TestEventPreview: {
    method: "POST",
    url: "https://billing.example.com/hooks",
    request_http_header: {
      "content-type": "application/json",
      "webhook-event-type": "hookyard.test",
      "x-token": "[REDACTED]",
      "webhook-id": "01975f2c-1d44-7c19-8d70-94a6e1b2c306",
      "webhook-timestamp": "1801396800",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
    body: '{"message":"A test event from Hookyard."}',
    notes: ["The ids, the time and with them the signatures are new when it is sent."],
  },
  DiagnoseSourceSignature: {
    headers: {
      "content-type": "application/json",
      "x-hub-signature-256": "sha256=b8a4a0bdb29b3e4ba1bbc4b7fb8a6ee0c4f5c1e8bb0f4f5fdc4c5f3a5f8d3c21",
    },
    body: '{\n  "amount": 120\n}',
    received_at: "2027-01-31T12:00:02Z",
  },
  SourceSignatureDiagnosis: {
    valid: false,
    message: "The signature is right for the body with other white space at its beginning or end.",
    findings: [
      {
        code: "body_changed",
        message: "The signature is right for the body with other white space at its beginning or end.",
        advice: "Have the sender sign exactly the bytes that it sends.",
        header: null,
      },
    ],
  },
  SignatureDiagnosis: {
    valid: false,
    message: "The body is the same JSON, written in another way.",
    schemes: [
      {
        scheme: "standard_webhooks",
        verdict: "invalid",
        findings: [
          {
            code: "body_changed",
            message: "The body is the same JSON, written in another way.",
            header: null,
            secret_id: SECRET,
          },
        ],
      },
      {
        scheme: "signature_header",
        verdict: "not_received",
        findings: [
          {
            code: "not_received",
            message: "x-hookyard-signature is not among the headers.",
            header: "x-hookyard-signature",
            secret_id: null,
          },
        ],
      },
    ],
    body: {
      change: "json_rewritten",
      message: "The body is the same JSON, written in another way.",
      offset: 1,
      line: 1,
      column: 2,
      sent: '"amount":120}',
      received: '\\n  "amount": 120\\n}',
    },
  },
};
