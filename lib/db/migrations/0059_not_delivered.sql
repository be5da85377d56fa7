-- Why an event led to no delivery, as a word of a closed list (lib/vocabulary.ts), beside the sentence in status_reason.
alter table events add column status_code text;
-- Null for a new event. A replay makes deliveries for destinations that have none ('missing'), or for all ('all').
alter table routing_queue add column replay text check (replay in ('missing', 'all'));
