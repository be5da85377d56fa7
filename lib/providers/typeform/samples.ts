import type { Samples } from "../provider";

export const samples: Samples = {
  form_response: {
    headers: {},
    body: {
      json: {
        event_id: "LtWXD3crgy",
        event_type: "form_response",
        form_response: {
          form_id: "lT4Z3j",
          token: "a3a12ec67a1365927098a606107fac15",
          submitted_at: "2018-01-18T18:17:02Z",
          answers: [{ type: "text", text: "Job opportunities", field: { id: "DlXFaesGBpoF", type: "short_text" } }],
        },
      },
    },
  },
};
