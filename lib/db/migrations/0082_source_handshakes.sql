-- Until when a source takes a secret that its provider hands over, and the ones that it took: encrypted JSON, the newest
-- first.
alter table sources
  add column handshake_until timestamptz(3),
  add column handshakes text;
