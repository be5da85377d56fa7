import type { Samples } from "../provider";

export const samples: Samples = {
  "user.created": {
    headers: {},
    body: {
      json: {
        type: "user.created",
        object: "event",
        timestamp: 1654012591835,
        instance_id: "ins_123",
        data: {
          id: "user_29w83sxmDNGwOuEthce5gg56FcC",
          first_name: "Example",
          last_name: "Example",
          email_addresses: [{ id: "idn_29w83yL7CwVlJXylYLxcslromF1", email_address: "example@example.org" }],
        },
      },
    },
  },
  "user.deleted": {
    headers: {},
    body: {
      json: {
        type: "user.deleted",
        object: "event",
        data: { id: "user_29wBMCtzATuFJut8jO2VNTVekS4", object: "user", deleted: true },
      },
    },
  },
};
