const AT = "2027-01-31T12:00:00.000Z";
const RECEIVER = "01975f2b-05b0-7c40-8d21-6f0e1d2c3b13";

const answer = {
  status: 200,
  delay_ms: 0,
  content_type: "application/json",
  body: '{"received":true}',
  retry_after: null,
};

export const RECEIVER_EXAMPLES = {
  Receiver: {
    uid: RECEIVER,
    project_id: "01975f2a-7c1e-7cc2-9f3a-1f6f6a0b9d01",
    name: "Try retries",
    url: "https://hooks.example.com/receive/Zk3vN8qLr2TtYw5sXc7bHj9mPd4gKf6A",
    answer,
    fail_next: 2,
    fail_status: 503,
    received: 1,
    last_received_at: AT,
    created_by: "ada@example.com",
    created_at: AT,
    updated_at: AT,
    expires_at: "2027-02-07T12:00:00.000Z",
  },
  CreateReceiver: { name: "Try retries", fail_next: 2 },
  UpdateReceiver: { answer: { status: 429, retry_after: 30 }, expires_in_days: 7 },
  ReceivedRequest: {
    uid: "01975f2c-1e02-7b18-9c6d-2a1b0c9d8e14",
    receiver_id: RECEIVER,
    received_at: AT,
    method: "POST",
    url_query_params: "",
    headers: { "content-type": "application/json", "webhook-id": "01975f2c-1d44-7c19-8d70-94a6e1b2c306" },
    body: '{"amount":4200}',
    body_bytes: 15,
    body_truncated: false,
    status: 503,
  },
};
