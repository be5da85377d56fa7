-- Lists that were filtered by these read whole tables.
create index alerts_endpoint on alerts (project_id, endpoint_id, id);
create index audit_log_resource_type on audit_log (project_id, resource_type, id);
