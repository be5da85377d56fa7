-- Which batch of tries each worker counted last, by the worker's id: a worker notes an endpoint's batches one after another,
-- so that a batch that is noted again, because the answer to its commit was lost, is known however many others noted since.
alter table endpoint_health add column notes jsonb not null default '{}';
