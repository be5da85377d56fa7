-- Headers that every delivery of an endpoint has: names with their values, none of them a credential.
alter table endpoints add column headers json not null default '{}';
