import type { Samples } from "../provider";

export const samples: Samples = {
  accounts: {
    headers: {},
    body: {
      json: { list_folder: { accounts: ["dbid:AAH4f99T0taONIb-OurWxbNQ6ywGRopQngc"] }, delta: { users: [12345678] } },
    },
  },
};
