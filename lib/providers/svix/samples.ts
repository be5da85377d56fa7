import type { Samples } from "../provider";

export const samples: Samples = {
  "invoice.paid": {
    headers: {},
    body: {
      json: { type: "invoice.paid", data: { id: "invoice_WF7WtCLFFtd8ubcTgboSFNql", status: "paid", attempt: 2 } },
    },
  },
};
