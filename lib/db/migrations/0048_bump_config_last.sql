-- A project's row is locked by a change of its configuration only as it commits. Locked with the first change, it made two
-- requests wait for each other: the one held what it had changed and wanted the project, the other the reverse.
drop trigger endpoints_config on endpoints;
drop trigger endpoint_secrets_config on endpoint_secrets;
drop trigger sources_config on sources;
drop trigger subscriptions_config on subscriptions;
drop trigger api_keys_config on api_keys;
drop trigger event_types_config on event_types;
drop trigger devices_config on devices;

create constraint trigger endpoints_config after insert or update or delete on endpoints
  deferrable initially deferred for each row execute function bump_config();
create constraint trigger endpoint_secrets_config after insert or update or delete on endpoint_secrets
  deferrable initially deferred for each row execute function bump_config();
create constraint trigger sources_config after insert or update or delete on sources
  deferrable initially deferred for each row execute function bump_config();
create constraint trigger subscriptions_config after insert or update or delete on subscriptions
  deferrable initially deferred for each row execute function bump_config();
create constraint trigger api_keys_config after insert or update of role, expires_at, revoked_at or delete on api_keys
  deferrable initially deferred for each row execute function bump_config();
create constraint trigger event_types_config after insert or update of name, json_schema, deleted_at or delete on event_types
  deferrable initially deferred for each row execute function bump_config();
-- Being seen is no change of configuration.
create constraint trigger devices_config
  after insert or update of endpoint_id, host_name, secret, is_disabled, deleted_at or delete on devices
  deferrable initially deferred for each row execute function bump_config();
