import type { Samples } from "../provider";

export const samples: Samples = {
  s: {
    headers: {},
    body: {
      json: {
        log_id: "90020200130183028898024000270089423142846712345678",
        data: {
          date: "2020-01-30T18:30:24.210Z",
          type: "s",
          description: "Success Login",
          connection: "Username-Password-Authentication",
          client_id: "AaiyAPdpYdesoKnqjj8HJqRn4T5titww",
          client_name: "My application",
          ip: "198.51.100.7",
          user_id: "auth0|5e2f1a9d8c3b4a0e6f7d8c9b",
          user_name: "ada@example.com",
        },
      },
    },
  },
  fp: {
    headers: {},
    body: {
      json: {
        log_id: "90020200130183101004024000270089423142846712345679",
        data: {
          date: "2020-01-30T18:31:01.004Z",
          type: "fp",
          description: "Wrong email or password.",
          connection: "Username-Password-Authentication",
          ip: "198.51.100.7",
          user_name: "ada@example.com",
        },
      },
    },
  },
};
