-- Where an http source's events have their type: {"header": …}, {"body": …} or {"fixed": …}; null for the usual places.
alter table sources add column event_type_from jsonb;
