import type { Place } from "./scheme";

/**
 * A request by which a provider hands over the secret that it will sign with. Nothing proves who sent it, so it is taken
 * only while the source waits for one. Browser-safe.
 */
export type Handshake = {
  /** Any POST with a text here is a handshake, and no event. */
  secret: Place;
  /** A secret matches as a whole: it is long enough not to be guessed, and can be a header. */
  matching: string;
  /** `echo` is the header that repeats the secret. */
  answer: { status: 200 | 204; echo: string | null };
  /** What its user does at the provider while the source waits, with the source's URL. */
  what: string;
  /** Whether its user has to copy the secret to the provider, who checks by it that the request arrived. */
  isShown: boolean;
};
