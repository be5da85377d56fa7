-- Endpoints whose last tries failed one after another. Only failing endpoints have a row, so that a healthy one costs
-- no write. While the breaker is open (endpoints.status = 'pending') probe_at is when one real delivery may try again.
create table endpoint_health (
  endpoint_id uuid primary key,
  project_id uuid not null,
  consecutive_failures integer not null,
  opened_at timestamptz,
  probe_at timestamptz,
  probe_pause_seconds integer
);
create index endpoint_health_probe on endpoint_health (probe_at) where probe_at is not null;
