import type { Samples } from "../provider";

export const samples: Samples = {
  "TRANSACTIONS.SYNC_UPDATES_AVAILABLE": {
    headers: {},
    body: {
      json: {
        webhook_type: "TRANSACTIONS",
        webhook_code: "SYNC_UPDATES_AVAILABLE",
        item_id: "wz666MBjYWTp2PDzzggYhM6oWWmBb",
        initial_update_complete: true,
        historical_update_complete: false,
        environment: "production",
      },
    },
  },
  "ITEM.ERROR": {
    headers: {},
    body: {
      json: {
        webhook_type: "ITEM",
        webhook_code: "ERROR",
        item_id: "wz666MBjYWTp2PDzzggYhM6oWWmBb",
        error: { error_type: "ITEM_ERROR", error_code: "ITEM_LOGIN_REQUIRED", status: 400 },
        environment: "production",
      },
    },
  },
};
