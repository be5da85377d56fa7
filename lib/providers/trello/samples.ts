import type { Samples } from "../provider";

export const samples: Samples = {
  voteOnCard: {
    headers: {},
    body: {
      json: {
        action: {
          id: "51f9424bcd6e040f3c002412",
          idMemberCreator: "4fc78a59a885233f4b349bd9",
          type: "voteOnCard",
          date: "2013-07-31T16:58:51.949Z",
          data: { voted: true, card: { id: "51a79e72dbb7e23c7c003778", name: "Webhooks" } },
        },
        model: { id: "4d5ea62fd76aa1136000000c", name: "Trello Development" },
      },
    },
  },
};
