import type { Samples } from "../provider";

export const samples: Samples = {
  "build.finished": {
    headers: { "X-Buildkite-Event": "build.finished" },
    body: {
      json: {
        event: "build.finished",
        build: { id: "f62a1b4d-10f9-4790-bc1c-e2c3a0c80983", number: 2, state: "passed" },
        pipeline: { slug: "storefront" },
      },
    },
  },
};
