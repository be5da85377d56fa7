import type { Samples } from "../provider";

export const samples: Samples = {
  post_call_transcription: {
    headers: {},
    body: {
      json: {
        type: "post_call_transcription",
        event_timestamp: 1739537297,
        data: { agent_id: "xyz", conversation_id: "abc", status: "done", transcript: [] },
      },
    },
  },
};
