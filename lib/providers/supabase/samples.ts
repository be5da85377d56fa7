import type { Samples } from "../provider";

export const samples: Samples = {
  signup: {
    headers: {},
    body: {
      json: {
        user: { id: "8484b834-f29e-4af2-bf42-80644d154f76", email: "valid@example.com" },
        email_data: { token: "305805", email_action_type: "signup", site_url: "http://localhost:3000" },
      },
    },
  },
};
