import { readText } from "@/components/code/read-text";
import { isUrlencoded, NoFormError, toFormBody } from "@/lib/wire/form-body";

/** The body of an attempt with these headers: the payload, or the form that its JSON was sent as. */
export function toSentBody(payload: Uint8Array, headers: Readonly<Record<string, string>>): Uint8Array | string {
  const text = isUrlencoded(headers["content-type"]) ? readText(payload) : null;
  if (text === null) return payload;
  try {
    return toFormBody(text);
  } catch (error) {
    // What came as a form was sent as it is.
    if (error instanceof NoFormError) return payload;
    throw error;
  }
}
