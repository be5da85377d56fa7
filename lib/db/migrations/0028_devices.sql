-- A machine without a public address, which pulls its deliveries (type cli of a subscription). Where a delivery goes to
-- a device, `endpoint_id` of delivery_queue, of its attempts and of the counters is the device: they name a destination.
create table devices (
  project_id uuid not null references projects,
  id uuid not null,
  endpoint_id uuid, -- the endpoint that it stands in for: whose secrets sign, and whose events it gets
  host_name text not null,
  secret text not null, -- encrypted; signs where no endpoint's secrets do
  is_disabled boolean not null default false,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (project_id, id),
  foreign key (project_id, endpoint_id) references endpoints
);
create unique index devices_host_name on devices (project_id, lower(host_name)) where deleted_at is null;
-- The claim looks lanes up by device without knowing the project.
create unique index devices_id on devices (id);

alter table subscriptions add foreign key (project_id, device_id) references devices;
create index subscriptions_device on subscriptions (project_id, device_id) where device_id is not null;
create index event_deliveries_device on event_deliveries (project_id, device_id, id) where device_id is not null;

-- Being seen is no change of configuration.
create trigger devices_config after insert or update of endpoint_id, host_name, secret, is_disabled, deleted_at or delete
  on devices for each row execute function bump_config();
