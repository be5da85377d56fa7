-- A replay that starts as soon as its deliveries are collected, without a look at them first.
alter table replays add column runs_when_ready boolean not null default false;
