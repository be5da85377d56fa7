import { guessSentBodies } from "@/lib/signing/doctor/compare-bodies";
import type { BodyChange } from "@/lib/signing/doctor/findings";
import { tell } from "./findings";
import type { IncomingCase, Try } from "./incoming-case";

/** How the body that was signed differs from the one that arrived. Those that cannot be guessed have no words. */
const SIGNED_WORDS: Partial<Record<BodyChange, string>> = {
  byte_order_mark: "without a byte order mark",
  trailing_whitespace: "with other white space at its beginning or end, such as a last line break",
  line_endings: "with other line breaks (CRLF and LF)",
  json_rewritten:
    "as the same JSON written in another way: spaces or escaped characters differ. It was parsed and written again",
  text_encoding: "in another character encoding than UTF-8",
};

/** The usual changes of a body undone, and a signature of no body at all. */
export function* tryBodies({ request }: IncomingCase): Generator<Try> {
  for (const { change, body } of guessSentBodies(request.rawBody)) {
    const message = `The signature is right for the body ${SIGNED_WORDS[change] ?? "before it was changed"}.`;
    yield { request: { ...request, rawBody: body }, finding: tell("body_changed", message) };
  }
  if (request.rawBody.length > 0) {
    const finding = tell("body_changed", "The signature is right for an empty body.");
    yield { request: { ...request, rawBody: Buffer.alloc(0) }, finding };
  }
}
