-- How a search reads a payload. No index stands behind it: one over payloads would cost each accepted event more than
-- its insert, and few events are ever searched for. See lib/events/search.ts for the bounds of a search.

-- The payload as text; what is no UTF-8 with its bytes escaped.
create function payload_text(payload bytea) returns text language plpgsql immutable strict as $$
begin
  return convert_from(payload, 'UTF8');
exception when others then
  return encode(payload, 'escape');
end $$;

-- The payload as JSON; null when it is none that jsonb can hold.
create function payload_json(payload bytea) returns jsonb language plpgsql immutable strict as $$
begin
  return convert_from(payload, 'UTF8')::jsonb;
exception when others then
  return null;
end $$;
