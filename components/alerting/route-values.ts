import type { AlertRouteType, AlertRuleKind } from "@/lib/kernel/vocabulary";
import type { AlertRoute, CreateAlertRoute } from "@/lib/nouns/alert-routes/schemas";
import { OPSGENIE_URL, PAGERDUTY_URL } from "@/lib/nouns/alert-routes/service-addresses";

/** The fields of a route's form: those of all types, so that choosing another type loses nothing that was typed. */
export type RouteValues = {
  name: string;
  settings: {
    type: AlertRouteType;
    /** Addresses, one in a line. */
    to: string;
    webhook_url: string;
    url: string;
    routing_key: string;
    genie_key: string;
    secret: string;
  };
  takes: "all" | "some";
  kinds: AlertRuleKind[];
  pause_seconds: number | undefined;
};

type Settings = CreateAlertRoute["settings"];

export const NEW_ROUTE: RouteValues = {
  name: "",
  settings: {
    type: "slack",
    to: "",
    webhook_url: "",
    url: "",
    routing_key: "",
    genie_key: "",
    secret: "",
  },
  takes: "all",
  kinds: [],
  pause_seconds: 60,
};

/** The form of a stored route. */
export function toRouteValues(route: AlertRoute): RouteValues {
  const stored = route.settings as Partial<Record<string, unknown>>;
  const text = (name: string) => (typeof stored[name] === "string" ? stored[name] : "");
  return {
    name: route.name,
    settings: {
      ...NEW_ROUTE.settings,
      type: route.type,
      to: Array.isArray(stored.to) ? stored.to.join("\n") : "",
      webhook_url: text("webhook_url"),
      url: text("url"),
      routing_key: text("routing_key"),
      genie_key: text("genie_key"),
      secret: text("secret"),
    },
    takes: route.kinds === null ? "all" : "some",
    kinds: route.kinds ?? [],
    pause_seconds: route.pause_seconds,
  };
}

/** What is sent to the API. */
export function toRouteInput({ name, settings, takes, kinds, pause_seconds }: RouteValues) {
  return { name, settings: TO_SETTINGS[settings.type](settings), kinds: takes === "all" ? null : kinds, pause_seconds };
}

const TO_SETTINGS: { [Type in AlertRouteType]: (values: RouteValues["settings"]) => Settings } = {
  email: ({ to }) => ({ type: "email", to: to.split(/[\s,;]+/).filter((one) => one !== "") }),
  slack: ({ webhook_url }) => ({ type: "slack", webhook_url }),
  microsoft_teams: ({ webhook_url }) => ({ type: "microsoft_teams", webhook_url }),
  discord: ({ webhook_url }) => ({ type: "discord", webhook_url }),
  pagerduty: ({ routing_key, url }) => ({ type: "pagerduty", routing_key, url: url || PAGERDUTY_URL }),
  opsgenie: ({ genie_key, url }) => ({ type: "opsgenie", genie_key, url: url || OPSGENIE_URL }),
  webhook: ({ url, secret }) => ({ type: "webhook", url, ...(secret !== "" && { secret }) }),
};
