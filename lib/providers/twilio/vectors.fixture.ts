import { createHash } from "node:crypto";
import { digest, type Vectors } from "../vectors.fixture";

export const vectors: Vectors = {
  secret: "12345",
  by: "own",
  sign: ({ body, secret, url, form }) => {
    const names = Object.keys(form).sort();
    if (names.length > 0) {
      const signed = names.reduce((text, name) => text + name + form[name], url);
      return { headers: { "x-twilio-signature": digest(secret, signed, "sha1 base64") } };
    }
    const hashed = `${url}?bodySHA256=${createHash("sha256").update(body).digest("hex")}`;
    return { url: hashed, headers: { "x-twilio-signature": digest(secret, hashed, "sha1 base64") } };
  },
  published: [
    {
      secret: "12345",
      url: "https://mycompany.com/myapp.php?foo=1&bar=2",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": "RSOYDt4T1cUTdK1PDd93/VVr8B8=",
      },
      body: "CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212",
    },
  ],
};
