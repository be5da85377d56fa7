-- Which providers there are is known by the program alone (lib/providers), and checked where a source is written.
alter table sources drop constraint sources_provider_check;

-- Why a request did not prove who sent it: a word of RefusalCode. Older rows have none.
alter table source_refusals add column code text;
