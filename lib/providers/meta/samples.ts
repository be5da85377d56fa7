import type { Samples } from "../provider";

export const samples: Samples = {
  "page.feed": {
    headers: {},
    body: {
      json: {
        object: "page",
        entry: [
          {
            id: "0",
            time: 1520383572,
            changes: [
              {
                field: "feed",
                value: { item: "status", verb: "add", post_id: "44444444_444444444", message: "Example post content." },
              },
            ],
          },
        ],
      },
    },
  },
  instagram: {
    headers: {},
    body: {
      json: {
        object: "instagram",
        entry: [
          {
            id: "17841405309211844",
            time: 1569262486134,
            messaging: [{ sender: { id: "1" }, recipient: { id: "2" }, message: { mid: "m_1", text: "hello" } }],
          },
        ],
      },
    },
  },
};
