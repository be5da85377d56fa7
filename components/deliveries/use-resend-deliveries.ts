import { api } from "@/components/data/api";
import { type Resend, useResend } from "@/components/resend/use-resend";
import { unwrap } from "@/lib/api/client";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";

export function useResendDeliveries(projectID: string): Resend<EventDelivery> {
  return useResend<EventDelivery>({
    noun: { one: "delivery", many: "deliveries" },
    queryKey: ["projects", projectID, "eventdeliveries"],
    send: async ({ uid }, query) => {
      const path = { projectID, eventDeliveryID: uid };
      const updated = await unwrap(
        api.PUT("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/resend", { params: { path, query } }),
      );
      // The client's types omit fields that are always null, such as `app_id`.
      return updated as EventDelivery;
    },
  });
}
