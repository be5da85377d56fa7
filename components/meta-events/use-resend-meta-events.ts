import { api } from "@/components/data/api";
import { type Resend, useResend } from "@/components/resend/use-resend";
import { unwrap } from "@/lib/api/client";
import type { MetaEvent } from "@/lib/nouns/meta-events/schemas";

export function useResendMetaEvents(projectID: string): Resend<MetaEvent> {
  return useResend<MetaEvent>({
    noun: { one: "meta event", many: "meta events" },
    queryKey: ["projects", projectID, "meta-events"],
    send: ({ uid }, query) => {
      const path = { projectID, metaEventID: uid };
      return unwrap(api.PUT("/v1/projects/{projectID}/meta-events/{metaEventID}/resend", { params: { path, query } }));
    },
  });
}
