import {
  ArrowLeftRight,
  BellRing,
  Flame,
  Gauge,
  History,
  Inbox,
  Laptop,
  type LucideIcon,
  Radio,
  Scale,
  Send,
  Settings,
  Siren,
  Split,
  Tags,
  Target,
} from "lucide-react";
import type { ProjectType } from "@/lib/kernel/vocabulary";

export type Section = {
  name: string;
  /** Below /projects/<id>. */
  path: string;
  icon: LucideIcon;
  /** The second key after g. */
  key: string;
  group: "watch" | "build" | "keep";
  /** Hidden in projects of another type. */
  only?: ProjectType;
};

/** The parts of a project, in the order of the navigation. */
const SECTIONS: readonly Section[] = [
  { name: "Overview", path: "", icon: Gauge, key: "o", group: "watch" },
  { name: "Incidents", path: "/incidents", icon: Flame, key: "i", group: "watch" },
  { name: "Deliveries", path: "/deliveries", icon: ArrowLeftRight, key: "d", group: "watch" },
  { name: "Events", path: "/events", icon: Inbox, key: "v", group: "watch" },
  { name: "Replays", path: "/replays", icon: History, key: "r", group: "watch" },
  { name: "Alerts", path: "/alerts", icon: Siren, key: "a", group: "watch" },
  { name: "Sources", path: "/sources", icon: Radio, key: "s", group: "build" },
  { name: "Endpoints", path: "/endpoints", icon: Send, key: "e", group: "build" },
  { name: "Receivers", path: "/receivers", icon: Target, key: "h", group: "build" },
  { name: "Subscriptions", path: "/subscriptions", icon: Split, key: "u", group: "build" },
  { name: "Event types", path: "/event-types", icon: Tags, key: "y", group: "build", only: "outgoing" },
  { name: "Devices", path: "/devices", icon: Laptop, key: "l", group: "build" },
  { name: "Ledger", path: "/ledger", icon: Scale, key: "b", group: "keep" },
  { name: "Meta events", path: "/meta-events", icon: BellRing, key: "m", group: "keep" },
  { name: "Settings", path: "/settings", icon: Settings, key: "t", group: "keep" },
];

export function sectionsOf(type: ProjectType | undefined): readonly Section[] {
  return SECTIONS.filter(({ only }) => only === undefined || only === type);
}
