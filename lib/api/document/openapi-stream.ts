import type { JsonSchema } from "@/lib/api/document/openapi-schemas";
import { PATH_PARAMETERS } from "@/lib/api/route";
import { STREAM_PATH } from "@/lib/api/stream-path";
import { SIGNALS } from "@/lib/kernel/vocabulary";
import { MAX_STREAMS } from "@/lib/nouns/signals/limits";

type Told = {
  answer(description: string, content: JsonSchema): JsonSchema;
  toErrors(statuses: readonly number[]): JsonSchema;
};

const STREAMS = [
  "Server-sent events that say that something of the project changed, so that nobody has to poll; what it is now, the other operations tell.",
  'The data of a message is `{"changed": [...], "new_events": n}`: which of',
  `${SIGNALS.map((signal) => `\`${signal}\``).join(", ")} changed since the message before, and how many events were accepted.`,
  "`configuration` is that of sources, endpoints, subscriptions and the like, an endpoint's status included; `audit_log` stands for what people and keys did; `health` for whether this copy works. Others may be added.",
  "The first message is empty: read what you show after it, since nothing is told of the time before. There is one message a second at most, and after a quiet time a few at once. Every 20 seconds there is a comment and a message without data, so that a connection that is silent for longer is dead.",
  "The stream ends when the session, the key, the membership or the project does, and when the copy stops: open it again, with a pause.",
  `One caller may have ${MAX_STREAMS.caller} open in a project, a project ${MAX_STREAMS.project}, in each process of a copy; more are refused with 429.`,
  "Any role may do this.",
].join(" ");

/** The path of the document of a project's stream, whose answer has no envelope. */
export function toStreamPath({ answer, toErrors }: Told): Record<string, JsonSchema> {
  return {
    [STREAM_PATH]: {
      parameters: [
        {
          name: "projectID",
          in: "path",
          required: true,
          description: PATH_PARAMETERS.projectID,
          schema: { type: "string", format: "uuid" },
        },
      ],
      get: {
        operationId: "streamSignals",
        tags: ["Projects"],
        summary: "Hear of changes",
        description: STREAMS,
        "x-permission": "Any role may do this.",
        responses: {
          ...answer("The stream", {
            "text/event-stream": {
              schema: { type: "string" },
              example:
                'data: {"changed":[],"new_events":0}\n\ndata: {"changed":["events","deliveries"],"new_events":12}\n\n',
            },
          }),
          ...toErrors([400, 401, 403, 404, 429, 500, 503]),
        },
      },
    },
  };
}
