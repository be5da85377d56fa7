-- The secret that a source's verifier had before (encrypted), which is accepted beside the present one until a time.
alter table sources
  add column previous_secret text,
  add column previous_secret_expires_at timestamptz(3),
  add constraint sources_previous_secret_check
    check ((previous_secret is null) = (previous_secret_expires_at is null));
