import type { RefusalCode } from "@/lib/kernel/vocabulary";
import type { IncomingFindingCode } from "./findings";

/** What to do where a source refuses for a reason, said to whoever administers it. Browser-safe. */
export const REFUSAL_ADVICE: Record<RefusalCode, string> = {
  header_missing:
    "Check that the sender has a secret set, that the source has the sender's provider, and that no proxy before Hookyard drops the header.",
  header_malformed:
    "Compare the header with the provider's documentation: it is cut off, joined, or of another sender.",
  field_missing: "Check that the source has the sender's provider, and that the body arrives whole.",
  field_malformed: "Compare the field with the provider's documentation: the body is changed, or of another sender.",
  timestamp_missing:
    "Check that the source has the sender's provider, and that no proxy before Hookyard drops the timestamp.",
  timestamp_malformed: "Have the sender write the timestamp as its provider's documentation says.",
  timestamp_too_old: "Set the sender's clock by NTP, and have it sign again whenever it sends again.",
  timestamp_in_future: "Set the clocks of the sender and of this machine by NTP.",
  wrong_encoding: "Have the sender write the whole signature in the encoding that is due.",
  signature_mismatch:
    "Copy the secret once more from the sender, of the same mode and the same address as this source's, and give it here to try. If it is the right one, the body was changed on its way, or while it was copied.",
  body_changed:
    "Have the sender sign exactly the bytes that it sends, and let no proxy before Hookyard write the body again. Or the body was changed while it was copied.",
  key_elsewhere:
    "Check that the source has the sender's provider. Nobody but the provider names a URL elsewhere: nothing was fetched.",
  key_unknown: "Let the provider send it again. If it stays so, the request is not the provider's.",
  key_untrusted: "Let the provider send it again. If it stays so, the request is not the provider's.",
  key_unreachable:
    "Check that this machine reaches the provider's hosts by https. The provider sends the request again by itself.",
  key_denied:
    "Copy the account's credentials once more from the provider, of the environment that the source says. The provider sends the request again by itself.",
  handshake_missing:
    "Let the source wait for a handshake on its page, and create the webhook at the provider while it does.",
  handshake_closed:
    "If you have just created a webhook at the provider: let the source wait for a handshake on its page, and create it once more. If nobody has, a stranger knows the address: nothing was stored.",
  wrong_secret: "Copy the secret once more from the source to the sender, or from the sender to the source.",
};

/** What to do about each finding of the doctor; null where nothing is wrong. */
export const ADVICE: Record<IncomingFindingCode, string | null> = {
  ...REFUSAL_ADVICE,
  valid: null,
  previous_secret: "Set the present secret at the sender before then.",
  header_renamed: "Have the sender, or the proxy before Hookyard, send the header under its own name.",
  other_secret:
    "If it belongs to this source, save it there with Rotate. If it is the secret of the test mode or of another address, correct the sender's setting.",
  same_secret: "If the sender shows the same, the fault is elsewhere: in the body, or in what the sender signs with.",
  secret_form: "Use the same text as secret on both sides.",
  other_form: "Have the sender sign as the source expects it, or choose the provider that signs so.",
  other_encoding: "Have the sender write it so. Without a provider you can set the source's encoding instead.",
  other_hash: "Have the sender sign so. Without a provider you can set the source's hash instead.",
  other_provider: "Choose that provider for this source.",
  other_address: "Set the address at the sender exactly as the source shows it.",
  timestamp_unit: "Have the sender write the timestamp in the unit that is due, and sign it so.",
  test_mode: "Give the secret of the test mode here to try, or let the sender's live mode post to this source.",
};
