import type { Challenge, ChallengeAnswer, ChallengeForm, Condition } from "@/lib/providers/challenge";
import { startHmac } from "@/lib/signing/hmac";
import { nameOfKey, readKey } from "./keys";
import type { Received } from "./received";
import { safeEqual } from "./safe-equal";

const MAX_QUESTION = 4_096;

/** What proves that this address is the subscriber's: the source's own token, and the live secrets, the newest first. */
export type Subscriber = { verifyToken: string; secrets: readonly string[] };

/** The challenge that a request is; null if it is another request. */
export function findChallenge(challenges: readonly Challenge[], received: Received): Challenge | null {
  const { method } = received.request;
  return (
    challenges.find((one) => one.method === method && one.when.every((condition) => holds(condition, received))) ?? null
  );
}

/** The answer to a challenge; a sentence if the request does not ask as it should. */
export function answerOf(
  challenge: Challenge,
  received: Received,
  subscriber: Subscriber,
): ChallengeAnswer | { problem: string } {
  const { question: asked, verifyToken, proof, answer } = challenge;
  const question = asked ? received.read(asked) : "";
  if (question === null || question.length > MAX_QUESTION) return { problem: "The challenge is missing or too long." };
  if (verifyToken && !isOurs(received.read(verifyToken), subscriber)) {
    return {
      problem: "The verify token is not this source's. Set the last part of its address as the token, or its secret.",
    };
  }
  const [secret = ""] = subscriber.secrets;
  const proved = proof ? prove(proof, question, secret) : { proof: "" };
  if ("problem" in proved) return proved;
  const texts: Record<string, string> = { question, proof: proved.proof, key_name: nameOfKey(secret) };
  return write(answer, (text) =>
    text.replace(/\{(question|proof|key_name)\}/g, (_, name: string) => texts[name] ?? ""),
  );
}

function prove(
  { hash, encoding, key: form, matching }: NonNullable<Challenge["proof"]>,
  question: string,
  secret: string,
): { proof: string } | { problem: string } {
  if (!new RegExp(matching).test(question)) return { problem: "The challenge is none that this provider asks." };
  const read = readKey({ type: "hmac", hash, key: form }, secret);
  return "key" in read ? { proof: startHmac(hash, read.key).update(question).digest(encoding) } : read;
}

function write(answer: ChallengeForm, fill: (text: string) => string): ChallengeAnswer {
  switch (answer.type) {
    case "empty":
      return { status: answer.status, contentType: "text/plain", body: "" };
    case "text":
      return { status: 200, contentType: "text/plain", body: fill(answer.text) };
    case "json": {
      const entries = Object.entries(answer.json).map(([name, value]) => {
        return [name, typeof value === "string" ? fill(value) : value];
      });
      return { status: 200, contentType: "application/json", body: JSON.stringify(Object.fromEntries(entries)) };
    }
  }
}

function holds({ at, is }: Condition, received: Received): boolean {
  const text = received.read(at);
  if (is === "absent") return text === null;
  return is === "present" ? text !== null : text === is.text;
}

function isOurs(given: string | null, { verifyToken, secrets }: Subscriber): boolean {
  return given !== null && [verifyToken, ...secrets].filter((one) => safeEqual(one, given)).length > 0;
}
