import type { Samples } from "../provider";

const SHARED = {
  workspace_id: "13950b26-c203-4f3b-b97d-93ec06319565",
  workspace_name: "Quantify Labs",
  subscription_id: "29d75c0d-5546-4414-8459-7b7a92f1fc4b",
  integration_id: "0ef2e755-4912-8096-91c1-00376a88a5ca",
  authors: [{ id: "c7c11cca-1d73-471d-9b6e-bdef51470190", type: "person" }],
  attempt_number: 1,
};

export const samples: Samples = {
  "page.content_updated": {
    headers: {},
    body: {
      json: {
        id: "56c3e00c-4f0c-4566-9676-4b058a50a03d",
        timestamp: "2024-12-05T19:49:36.997Z",
        ...SHARED,
        type: "page.content_updated",
        entity: { id: "0ef104cd-477e-80e1-8571-cfd10e92339a", type: "page" },
        data: {
          updated_blocks: [{ id: "153104cd-477e-80ec-a87d-f7ff0236d35c", type: "block" }],
          parent: { id: "13950b26-c203-4f3b-b97d-93ec06319565", type: "space" },
        },
      },
    },
  },
  "comment.created": {
    headers: {},
    body: {
      json: {
        id: "c6780f24-10b7-4f42-a6fd-230b6cf7ad69",
        timestamp: "2024-12-05T20:46:45.854Z",
        ...SHARED,
        type: "comment.created",
        entity: { id: "153104cd-477e-80ec-95d0-001d3f2ad5c4", type: "comment" },
        data: {
          page_id: "0ef104cd-477e-80e1-8571-cfd10e92339a",
          parent: { id: "0ef104cd-477e-80e1-8571-cfd10e92339a", type: "page" },
        },
      },
    },
  },
};
