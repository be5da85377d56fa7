import type { HmacEncoding, HmacHash } from "@/lib/kernel/vocabulary";
import type { OwnUrls, Place, SecretForm } from "./scheme";

/** A request by which a provider asks whether this address is the subscriber's. Its answer is no event. */
export type Challenge = {
  method: "GET" | "HEAD" | "POST";
  /** Whether the request is signed as every other. Then it is answered only if its signature is right. */
  isSigned: boolean;
  /** It is this challenge if all hold. */
  when: readonly Condition[];
  /** What is asked; absent or longer than 4,096 characters, nothing is answered. */
  question: Place | null;
  /** Where the request repeats the token that its user was told to set: the source's, or its secret. */
  verifyToken: Place | null;
  /**
   * Makes `{proof}`: an HMAC of the question by the secret. Nothing that does not match is proved: whoever may ask for
   * the proof of a webhook's content could send that webhook.
   */
  proof: { hash: HmacHash; encoding: HmacEncoding; key: SecretForm; matching: string } | null;
  /** The URL that is fetched before the answer, by which the provider sees that this address is the subscriber's. */
  visit?: { url: Place; of: OwnUrls };
  answer: ChallengeForm;
};

/** No JSON, no form, no XML: a token that could be no webhook's body. */
export const BARE_TOKEN = "^[\\w+/.~-]+={0,2}$";

export type Condition = { at: Place; is: "present" | "absent" | { text: string } };

/** In its texts `{question}` and `{proof}` stand for theirs, and `{key_name}` for the public name in the secret. */
export type ChallengeForm =
  | { type: "text"; text: string }
  | { type: "json"; json: Readonly<Record<string, string | number>> }
  | { type: "empty"; status: 200 | 204 };

export type ChallengeAnswer = {
  status: 200 | 204;
  contentType: string;
  body: string;
  headers?: Readonly<Record<string, string>>;
};
