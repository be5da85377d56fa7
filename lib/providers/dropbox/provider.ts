import { type Provider, step } from "../provider";
import { plainHmac, query } from "../scheme";

export const provider: Provider = {
  title: "Dropbox",
  alsoCalled: ["files"],
  docs: {
    signature: "https://www.dropbox.com/developers/reference/webhooks#notifications",
    challenge: "https://www.dropbox.com/developers/reference/webhooks#documentation",
    setUp: "https://www.dropbox.com/developers/reference/webhooks",
  },
  secret: { label: "App secret", where: "On the app's page Settings in the App Console." },
  scheme: plainHmac("X-Dropbox-Signature", { encoding: "hex" }),
  challenges: [
    {
      method: "GET",
      isSigned: false,
      when: [{ at: query("challenge"), is: "present" }],
      question: query("challenge"),
      verifyToken: null,
      proof: null,
      answer: { type: "text", text: "{question}" },
    },
  ],
  eventType: [],
  idempotencyKeys: [],
  steps: [
    step("In the App Console open your app, Settings."),
    step("Under Webhooks add the URI. Hookyard answers the challenge by itself.", "url"),
    step("The app secret on the same page goes into the field App secret here."),
  ],
};
