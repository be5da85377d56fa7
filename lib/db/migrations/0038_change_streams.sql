-- The settings of db_change_stream sources, encrypted: they hold a password.
alter table sources add column db_change_stream text;

-- A consumer left something at its source (a replication slot, which keeps that server's log) that is to be removed when
-- the source is.
alter table source_consumers add column has_remains boolean not null default false;
create index source_consumers_remains on source_consumers (source_id) where has_remains;
