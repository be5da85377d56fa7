import { digest, type Vectors } from "../vectors.fixture";

type Item = {
  pspReference: string;
  originalReference?: string;
  merchantAccountCode: string;
  merchantReference: string;
  amount: { value: number; currency: string };
  eventCode: string;
  success: string;
};
type Payload = { notificationItems: [{ NotificationRequestItem: Item }] };

const KEY = "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056";

export const vectors: Vectors = {
  secret: KEY,
  by: "own",
  sign: ({ body, secret }) => {
    const payload = JSON.parse(body) as Payload;
    const [{ NotificationRequestItem: item }] = payload.notificationItems;
    const { pspReference, originalReference = "", merchantAccountCode, merchantReference, amount } = item;
    const signed = `${pspReference}:${originalReference}:${merchantAccountCode}:${merchantReference}:${amount.value}:${amount.currency}:${item.eventCode}:${item.success}`;
    const additionalData = { hmacSignature: digest(Buffer.from(secret, "hex"), signed, "sha256 base64") };
    return {
      body: JSON.stringify({
        ...payload,
        notificationItems: [{ NotificationRequestItem: { ...item, additionalData } }],
      }),
    };
  },
  // The key, the fields and the signature of the example in Adyen's documentation and libraries.
  published: [
    {
      secret: KEY,
      headers: { "content-type": "application/json" },
      body: '{"live":"false","notificationItems":[{"NotificationRequestItem":{"additionalData":{"hmacSignature":"coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0="},"amount":{"currency":"EUR","value":1130},"eventCode":"AUTHORISATION","merchantAccountCode":"TestMerchant","merchantReference":"TestPayment-1407325143704","pspReference":"7914073381342284","success":"true"}}]}',
    },
  ],
};
