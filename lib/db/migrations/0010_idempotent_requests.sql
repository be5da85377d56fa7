-- Requests with an Idempotency-Key: which are under way, and what the successful ones were answered.
create table idempotent_requests (
  key_hash bytea primary key, -- of the caller, the route and the key
  request_hash bytea not null, -- of the address and the body
  attempt uuid not null,
  answer text, -- encrypted, since it may hold a credential that is shown once; null while the request is under way
  locked_until timestamptz not null,
  expires_at timestamptz not null
);
create index idempotent_requests_expiry on idempotent_requests (expires_at);
