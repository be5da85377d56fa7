import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "8f742231b10e8888abcd99yyyzzz85a5",
  by: "own",
  sign: ({ body, secret, seconds }) => ({
    headers: {
      "x-slack-request-timestamp": String(seconds),
      "x-slack-signature": `v0=${digest(secret, `v0:${seconds}:${body}`)}`,
    },
  }),
  published: [
    {
      secret: "8f742231b10e8888abcd99yyyzzz85a5",
      seconds: 1531420618,
      body: "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
      headers: {
        "x-slack-request-timestamp": "1531420618",
        "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
      },
    },
  ],
  challenges: [
    {
      request: {
        method: "POST",
        body: '{"token":"x","challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P","type":"url_verification"}',
      },
      answer: { status: 200, contentType: "text/plain", body: "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P" },
    },
  ],
};
