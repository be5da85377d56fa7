import type { Samples } from "../provider";

export const samples: Samples = {
  message: {
    headers: {},
    body: {
      json: {
        update_id: 10000,
        message: {
          date: 1441645532,
          chat: { last_name: "Test", id: 1111111, type: "private", first_name: "Test" },
          message_id: 1365,
          from: { last_name: "Test", id: 1111111, first_name: "Test", is_bot: false },
          text: "/start",
        },
      },
    },
  },
  callback_query: {
    headers: {},
    body: {
      json: {
        update_id: 10001,
        callback_query: {
          id: "4382bfdwdsb323b2d9",
          from: { id: 1111111, first_name: "Test", is_bot: false },
          data: "Data from button callback",
          inline_message_id: "1234csdbsk4839",
        },
      },
    },
  },
};
