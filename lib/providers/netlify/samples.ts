import type { Samples } from "../provider";

export const samples: Samples = {
  ready: {
    headers: {},
    body: {
      json: {
        id: "5ebc34bf4fea0b01f02efa3a",
        site_id: "fa4dd95a-994e-4f89-8a7a-2d9e9fc36a32",
        build_id: "5ebc34bf4fea0b01f02efa38",
        state: "ready",
        name: "example-shop",
        url: "https://shop.example.com",
        branch: "main",
        context: "production",
        error_message: null,
        deploy_time: 159,
        created_at: "2020-05-13T17:56:15.346Z",
        published_at: "2020-05-13T17:58:56.634Z",
      },
    },
  },
  building: {
    headers: {},
    body: {
      json: {
        id: "5ebc34bf4fea0b01f02efa3b",
        site_id: "fa4dd95a-994e-4f89-8a7a-2d9e9fc36a32",
        state: "building",
        name: "example-shop",
        branch: "main",
        context: "production",
      },
    },
  },
};
