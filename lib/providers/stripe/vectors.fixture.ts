import Stripe from "stripe";
import type { Vectors } from "../vectors.fixture";

const stripe = new Stripe("sk_test_none");

export const vectors: Vectors = {
  secret: "whsec_1DcbIJYfVHvvOFjRjrFQ7g3yqqXRNvPX",
  by: "official library",
  sign: ({ body, secret, seconds }) => ({
    headers: {
      "stripe-signature": stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: seconds }),
    },
  }),
  accepts: ({ body, secret, headers }) =>
    stripe.webhooks.constructEvent(body, headers["stripe-signature"] ?? "", secret),
};
