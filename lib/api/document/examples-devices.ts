const PROJECT = "01975f2a-7c1e-7cc2-9f3a-1f6f6a0b9d01";
const SOURCE = "01975f2b-41b9-7e0f-b6a4-0d9f5e7c1a03";
const EVENT = "01975f2c-1d40-7b37-a2e9-3c8b0f4d6e05";
const DELIVERY = "01975f2c-1d44-7c19-8d70-94a6e1b2c306";
const LEASE = "01975f2c-1e01-7d00-9b1f-5a6b7c8d9e10";
const AT = "2027-01-31T12:00:00.000Z";

const device = {
  uid: "01975f2b-9a10-7b44-8c21-2f3e4d5c6b0c",
  project_id: PROJECT,
  endpoint_id: null,
  host_name: "ada-laptop",
  status: "online",
  last_seen_at: AT,
  created_at: AT,
  updated_at: AT,
  deleted_at: null,
};

export const DEVICE_EXAMPLES: Record<string, unknown> = {
  Device: device,
  ListedDevice: { ...device, waiting_deliveries: 0 },
  RegisteredDevice: { ...device, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
  RegisterDevice: { host_name: "ada-laptop" },
  UpdateDevice: { is_disabled: true },
  ListenDevice: { source_id: SOURCE, event_types: ["invoice.*"] },
  PullDeliveries: { wait_seconds: 25, limit: 10 },
  PulledDelivery: {
    uid: DELIVERY,
    is_test: false,
    lease_id: LEASE,
    event_id: EVENT,
    event_type: "invoice.paid",
    number: 1,
    method: "POST",
    headers: { "content-type": "application/json", "webhook-id": DELIVERY },
    body: "eyJhIjoxfQ==",
    url_query_params: "",
    timeout_seconds: 30,
  },
  ReportResult: {
    lease_id: LEASE,
    url: "http://localhost:4000/hook",
    status: 200,
    headers: { "content-type": "text/plain" },
    body: "b2s=",
    body_truncated: false,
    error: null,
    error_code: null,
    duration_ms: 12.5,
  },
  CreateDeviceTest: { delivery_id: DELIVERY },
  DeviceTest: {
    uid: "01975f2c-2a90-7a51-8c0e-6d7e8f901a12",
    device_id: device.uid,
    delivery_id: DELIVERY,
    event_type: "invoice.paid",
    status: "waiting",
    created_at: AT,
    expires_at: "2027-01-31T12:05:00.000Z",
    fetched_at: null,
    answered_at: null,
    url: null,
    answer: null,
  },
};
