-- How the requests to an endpoint are written. `headers` are names with their values, none of them a credential.
alter table endpoints
  add column headers json not null default '{}',
  add column http_method text not null default 'POST' check (http_method in ('POST', 'PUT', 'PATCH')),
  add column content_type text not null default 'application/json'
    check (content_type in ('application/json', 'application/x-www-form-urlencoded')),
  add column tls text; -- encrypted JSON: a client certificate with its key, and authorities

-- The method of an attempt's request; null for POST, as all were.
alter table delivery_attempts add column method text;
