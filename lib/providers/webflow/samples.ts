import type { Samples } from "../provider";

export const samples: Samples = {
  form_submission: {
    headers: {},
    body: {
      json: {
        triggerType: "form_submission",
        payload: {
          name: "Contact Us",
          siteId: "65427cf400e02b306eaa049c",
          data: { "First Name": "Zaphod" },
          submittedAt: "2022-09-14T12:35:16.117Z",
          id: "6321ca84df3949bfc6752327",
        },
      },
    },
  },
};
