import type { Samples } from "../provider";

export const samples: Samples = {
  succeeded: {
    headers: {},
    body: {
      json: {
        id: "ufawqhfynnddngldkgtslldrkq",
        version: "5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa",
        status: "succeeded",
        output: ["hello"],
        created_at: "2022-04-26T20:00:40.658234Z",
      },
    },
  },
};
