import { describe, expect, it } from "vitest";
import { providers } from "@/lib/providers/providers.gen";
import { answerOf, findChallenge } from "./answer";
import { Received } from "./received";

function ask(question: string) {
  const query = `crc_token=${encodeURIComponent(question)}`;
  const received = new Received({ method: "GET", headers: {}, query, url: "", rawBody: Buffer.alloc(0) });
  const challenge = findChallenge(providers.twitter.challenges, received);
  return challenge && answerOf(challenge, received, { verifyToken: "mask", secrets: ["a secret"] });
}

describe("The proof of a challenge", () => {
  it("is made of a token", () => {
    expect(ask("MGE1YzkyYjAtOTM0Yy00ZjM5LThjYWM=")).toMatchObject({ status: 200 });
  });

  it.each(['{"tweet_create_events":[]}', '[{"id":1}]', "a=1&b=2", "a=1", "some text", '"text"'])(
    "is not made of what could be a webhook's body: %s",
    (body) => {
      expect(ask(body)).toEqual({ problem: "The challenge is none that this provider asks." });
    },
  );
});
