import type { Samples } from "../provider";

export const samples: Samples = {
  "contact.created": {
    headers: {},
    body: {
      json: {
        type: "contact.created",
        timestamp: "2022-11-03T20:26:10.344522Z",
        data: { id: "1f81eb52-5198-4599-803e-771906343485", type: "contact", first_name: "John", last_name: "Smith" },
      },
    },
  },
};
