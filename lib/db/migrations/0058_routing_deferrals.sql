-- How often an event was put off because its functions could not run, through no fault of their own: the pauses grow with it.
alter table routing_queue add column deferrals integer not null default 0;
