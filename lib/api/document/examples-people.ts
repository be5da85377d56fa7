const PROJECT = "01975f2a-7c1e-7cc2-9f3a-1f6f6a0b9d01";
const ENDPOINT = "01975f2b-03a8-7d4e-8a11-52f0c3b7e802";
const AT = "2027-01-31T12:00:00.000Z";

const invitation = {
  uid: "01975f2d-3b20-7e44-8a50-8293a4b5c613",
  project_id: PROJECT,
  email: "grace@example.com",
  role: "viewer",
  status: "open",
  invited_by: "ada@example.com",
  expires_at: "2027-02-07T12:00:00.000Z",
  accepted_at: null,
  revoked_at: null,
  created_at: AT,
};

const member = {
  uid: "01975f2a-9c10-7d22-9e3f-60718293a411",
  email: "ada@example.com",
  name: "Ada",
  role: "operator",
  is_owner: false,
  suspended_at: null,
  api_keys: 2,
  created_at: AT,
};

const user = {
  uid: member.uid,
  email: member.email,
  name: member.name,
  is_owner: false,
  email_proven_at: AT,
  has_password: true,
  has_single_sign_on: false,
  projects: 1,
  api_keys: 2,
  sessions: 1,
  last_seen_at: AT,
  suspended_at: null,
  created_at: AT,
};

/** Examples of people and the audit log. */
export const PEOPLE_EXAMPLES: Record<string, unknown> = {
  AuditEntry: {
    uid: "01975f2d-2a10-7c11-8d2e-5f6071829310",
    project_id: PROJECT,
    action: "endpoint.updated",
    actor: { kind: "user", uid: "01975f2a-9c10-7d22-9e3f-60718293a411", name: "ada@example.com" },
    resource: { type: "endpoint", uid: ENDPOINT, name: "Billing" },
    changes: { http_timeout: { from: 10, to: 30 } },
    count: 1,
    request_id: "01975f2d-2a0f-7000-8000-718293a4b512",
    address: "203.0.113.9",
    created_at: AT,
  },
  Member: member,
  RemovedMember: { ...member, api_keys: 0, revoked_api_keys: 2 },
  User: user,
  SuspendedUser: { ...user, api_keys: 0, sessions: 0, suspended_at: AT, revoked_api_keys: 2, ended_sessions: 1 },
  Session: {
    uid: "01975f2d-6e50-7a77-8d80-b5c6d7e8f916",
    is_current: true,
    method: "password",
    user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    address: "203.0.113.9",
    created_at: AT,
    last_seen_at: AT,
    expires_at: "2027-02-07T12:00:00.000Z",
  },
  AddMember: { email: "ada@example.com", role: "operator" },
  UpdateMember: { role: "admin" },
  Invitation: invitation,
  CreatedInvitation: {
    ...invitation,
    sent: true,
    token: "W3vGm1pT0cY9sK2nQ7rB5xH8dJ4fLzA6eUiOoPqRsTu",
    url: "https://hooks.example.com/invite?token=W3vGm1pT0cY9sK2nQ7rB5xH8dJ4fLzA6eUiOoPqRsTu",
  },
  CreateInvitation: { email: "grace@example.com", role: "viewer" },
  FindInvitation: { token: "W3vGm1pT0cY9sK2nQ7rB5xH8dJ4fLzA6eUiOoPqRsTu" },
  AcceptInvitation: {
    token: "W3vGm1pT0cY9sK2nQ7rB5xH8dJ4fLzA6eUiOoPqRsTu",
    name: "Grace",
    password: "correct horse battery staple",
  },
  UpdateMe: { name: "Ada Lovelace" },
  ChangePassword: { current_password: "correct horse", new_password: "correct horse battery staple" },
};
