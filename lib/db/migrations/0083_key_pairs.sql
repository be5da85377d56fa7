-- How the deliveries of an endpoint are signed, and the key pairs that sign them; null without any.
alter table endpoints
  add column signature_algorithm text not null default 'hmac'
    check (signature_algorithm in ('hmac', 'ed25519', 'hmac_and_ed25519')),
  add column key_pairs text; -- encrypted JSON

-- Public keys are asked for by the endpoint's id alone.
create index endpoints_key_pairs on endpoints (id) where key_pairs is not null;
