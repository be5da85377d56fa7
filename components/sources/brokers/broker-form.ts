import type { ComponentType } from "react";
import type { BrokerType } from "@/components/sources/brokers/pub-sub-values";

/**
 * Everything that the dashboard knows of one type of broker. A new one is a file with this and a line in
 * `BROKER_FORMS`.
 */
export type BrokerForm = {
  type: BrokerType;
  /** The product's name. */
  title: string;
  /** The broker's own word for what is read. */
  noun: string;
  /** Describes its location, from the settings as /v1 returns them. */
  tell: (settings: Record<string, unknown>) => string;
  Fields: ComponentType;
};

/** The text of one setting; empty if it has none. */
export function textOf(settings: Record<string, unknown>, name: string): string {
  const value = settings[name];
  return typeof value === "string" ? value : "";
}
