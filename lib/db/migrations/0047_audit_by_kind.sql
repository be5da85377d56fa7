-- What the program itself did is rare among what people do: its list read the whole table.
create index audit_log_actor_kind on audit_log (project_id, actor_kind, id);
