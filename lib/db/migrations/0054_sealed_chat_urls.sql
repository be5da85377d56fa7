-- The address of a chat lets whoever knows it write there: a credential. Sealing needs the key, so the program itself
-- moves what is in chat_webhook_url at its start (lib/endpoints/seal-chat-urls.ts) and leaves null there.
alter table endpoints add column sealed_chat_webhook_url text; -- encrypted
