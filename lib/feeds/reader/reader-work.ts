import type { ConsumerReport, SourceStore } from "@/lib/feeds/consumer";
import type { Env } from "@/lib/kernel/env";
import type { SourceType } from "@/lib/kernel/vocabulary";
import type { ConnectionCheck } from "@/lib/nouns/sources/test-connection-schemas";

/** The source types that are read in processes of their own. */
export const ISOLATED_TYPES = ["pub_sub", "db_change_stream"] as const satisfies readonly SourceType[];
export type IsolatedType = (typeof ISOLATED_TYPES)[number];

/** The input of a reader. It does this one job and ends. */
export type ReaderWork = {
  job: "check" | "consume" | "remove";
  type: IsolatedType;
  settings: unknown;
  /** The project's `max_payload_read_size`; 0 for a check, which takes no payload. */
  maxPayloadBytes: number;
  /** `id` is null for a source that is not created yet, which can only be checked. */
  source: { id: string | null; name: string };
  allowList: string;
  logLevel: Env["LOG_LEVEL"];
};

export type FromReader =
  /** Sent every few seconds: a silent reader hangs. */
  | { kind: "alive" }
  | { kind: "report"; name: keyof ConsumerReport; given: unknown[] }
  | { kind: "call"; call: number; name: keyof SourceStore; given: unknown[] }
  | { kind: "done"; checks: ConnectionCheck[] }
  /** A regular failure of a consumer, as a sentence for the operator. */
  | { kind: "failed"; message: string }
  /** An error that nobody expected; the reader ends. */
  | { kind: "crashed"; message: string; code: string | undefined };

export type ToReader =
  /** The first message, and the only one of its kind. */
  | { kind: "work"; work: ReaderWork }
  | { kind: "stop" }
  | { kind: "answer"; call: number; value: unknown }
  | { kind: "refusal"; call: number; message: string; isStop: boolean };
