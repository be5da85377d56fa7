"use client";

import { CirclePause, CirclePlay, FlaskConical, KeyRound, type LucideIcon } from "lucide-react";
import type { FoundEndpoint } from "@/components/palette/palette-entry";
import { PaletteGroup, PaletteItem } from "@/components/palette/palette-item";
import { ENDPOINT_VERBS, type EndpointVerb } from "@/components/palette/read-typed";
import type { Permission } from "@/lib/kernel/permissions";
import type { EndpointStatus } from "@/lib/kernel/vocabulary";

type Action = {
  icon: LucideIcon;
  permission: Permission;
  /** The endpoint's statuses in which it leads to something. */
  in: readonly EndpointStatus[];
  name: (endpoint: string) => string;
};

const ACTIONS: Record<EndpointVerb, Action> = {
  pause: { icon: CirclePause, permission: "operate", in: ["active"], name: (name) => `Pause ${name}` },
  resume: { icon: CirclePlay, permission: "operate", in: ["paused", "pending"], name: (name) => `Resume ${name}` },
  test: {
    icon: FlaskConical,
    permission: "operate",
    in: ["active", "paused", "pending", "inactive"],
    name: (name) => `Send test event to ${name}`,
  },
  rotate: {
    icon: KeyRound,
    permission: "administer",
    in: ["active", "paused", "pending", "inactive"],
    name: (name) => `Rotate secret of ${name}`,
  },
};

/** The endpoints whose actions are offered while none was typed: with all of the found, the list would be long. */
const OFFERED = 2;

type EndpointActionsProps = {
  endpoints: readonly FoundEndpoint[];
  /** The action that was typed; null offers them all. */
  verb: EndpointVerb | null;
  may: (permission: Permission) => boolean;
  typed: string;
  onChoose: (verb: EndpointVerb, endpoint: FoundEndpoint) => void;
};

/** What the person may do with the endpoints that were found, in their present statuses. */
export function EndpointActions({ endpoints, verb, may, typed, onChoose }: EndpointActionsProps) {
  const verbs = verb === null ? ENDPOINT_VERBS : [verb];
  const shown = (verb === null ? endpoints.slice(0, OFFERED) : endpoints).flatMap((endpoint) =>
    verbs
      .map((one) => ({ one, endpoint, action: ACTIONS[one] }))
      .filter(({ action }) => may(action.permission) && action.in.includes(endpoint.status)),
  );
  if (shown.length === 0) return null;
  return (
    <PaletteGroup heading="Actions">
      {shown.map(({ one, endpoint, action }) => (
        <PaletteItem
          key={`${one} ${endpoint.uid}`}
          icon={action.icon}
          value={`${action.name(endpoint.name)} ${endpoint.uid}`}
          words={[typed]}
          onSelect={() => onChoose(one, endpoint)}
        >
          {action.name(endpoint.name)}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}
