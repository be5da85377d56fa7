import type { ComponentType } from "react";
import type { BrokerType } from "@/components/sources/brokers/pub-sub-values";

/** All that the dashboard knows of one kind of broker. Another is a file with this and a line in `BROKER_FORMS`. */
export type BrokerForm = {
  type: BrokerType;
  /** As its users call it. */
  title: string;
  /** What is read from, in the broker's own word. */
  noun: string;
  /** Where that is, of the settings as /v1 returns them. */
  tell: (settings: Record<string, unknown>) => string;
  Fields: ComponentType;
};

/** The text of one setting; empty where it has none. */
export function textOf(settings: Record<string, unknown>, name: string): string {
  const value = settings[name];
  return typeof value === "string" ? value : "";
}
