import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "5f1a6e7cd2e7137ccf9e15b2f43fe63949eb84b1db83c1d5a867dc93429de4e4",
  by: "own",
  sign: ({ body, secret, id, ms }) => {
    const at = new Date(ms).toISOString();
    return {
      headers: {
        "twitch-eventsub-message-id": id,
        "twitch-eventsub-message-timestamp": at,
        "twitch-eventsub-message-signature": `sha256=${digest(secret, id + at + body)}`,
      },
    };
  },
  challenges: [
    {
      request: {
        method: "POST",
        headers: { "twitch-eventsub-message-type": "webhook_callback_verification" },
        body: '{"challenge":"pogchamp-kappa-360noscope-vohiyo","subscription":{"type":"channel.follow"}}',
      },
      answer: { status: 200, contentType: "text/plain", body: "pogchamp-kappa-360noscope-vohiyo" },
    },
  ],
};
