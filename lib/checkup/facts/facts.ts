import type { Looked } from "@/lib/checkup/look";
import type { Env } from "@/lib/kernel/env";
import type { ConsumerState } from "@/lib/kernel/vocabulary";
import type { KeyUse } from "@/lib/keys/sealed-columns";
import type { EndpointCertificate } from "@/lib/nouns/endpoints/tls-schemas";
import type { HealthFacts } from "@/lib/nouns/health/schemas";

export type Settings = {
  env: Env;
  /** The version of Node.js, without its v. */
  node: string;
  now: Date;
};

/** How the search for settings and installation ended. */
export type Start =
  | { kind: "found" }
  /** The program would not start with these settings. */
  | { kind: "wrong_settings"; why: string }
  | { kind: "no_installation"; why: string };

export type Connection =
  | { kind: "open"; isPooled: boolean; optionsRefusal: string | null }
  | { kind: "unreachable"; why: string }
  /** The program's own database, which only a running copy has. */
  | { kind: "not_running"; folder: string };

export type DataFolder = {
  folder: string;
  mode: number;
  isInMemory: boolean;
  /** The program's own database is there. */
  hasDatabase: boolean;
  freeBytes: number;
  totalBytes: number;
  /** Files with a key or a password. */
  secrets: readonly { file: string; mode: number }[];
};

export type Server = {
  versionNumber: number;
  encoding: string;
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  autovacuum: string;
  isReadOnly: boolean;
  isSuperuser: boolean;
  seesStatistics: boolean;
  user: string;
  usesTls: boolean;
  /** Null for a socket of this machine. */
  serverAddress: string | null;
};

export type Slot = { name: string; isActive: boolean; retainedBytes: number | null };

/** What an address of the installation answers. */
export type Door = { url: string } & (
  | { kind: "hookyard"; database: "same" | "other" | "untold" }
  | { kind: "silent"; why: string }
  | { kind: "unready"; what: string }
  | { kind: "stranger"; what: string }
);

export type Consumed = {
  name: string;
  project: string;
  state: ConsumerState;
  failures: number;
  error: string | null;
};

/** Who would hear of trouble. */
export type Alerting = {
  /** Endpoints and sources that there are. */
  watched: number;
  hasRules: boolean;
  /** Routes that are on, and chats of endpoints. */
  routes: number;
  /** The same that need mail: routes to e-mail, and support addresses of endpoints. */
  byMail: number;
};

/** What can be looked at. A part is null where the installation has no such thing. */
export type Parts = {
  start: Start;
  settings: Settings;
  "open files": { limit: number };
  "data folder": DataFolder;
  "export folder": { folder: string; problem: string | null };
  connection: Connection;
  server: Server;
  /** The servers of a spread database beside the coordinator, which is `server`. */
  "other servers": readonly { address: string; server: Server }[];
  clock: { aheadMs: number };
  "replication slots": readonly Slot[];
  /** `unknown` is of a newer version; `isAllowed`: which allows this one beside it. */
  schema: { isEmpty: boolean; pending: readonly string[]; unknown: readonly string[]; isAllowed: boolean };
  health: HealthFacts;
  keys: { place: string; missing: readonly KeyUse[]; configured: number; otherCopies: number };
  owner: { exists: boolean };
  sources: readonly Consumed[];
  certificates: readonly (EndpointCertificate & { endpoint: string })[];
  "support e-mails": { endpoints: number };
  alerting: Alerting;
  "public address": Door;
  "ingest address": Door;
  "mail server": { server: string; problem: string | null };
  "single sign-on": { issuer: string; problem: string | null; told: string | null };
  "export bucket": { address: string; problem: string | null };
  "egress proxy": { address: string; problem: string | null };
  "change streams": readonly { name: string; problem: string }[];
};
export type Part = keyof Parts;

/** Everything that is known of an installation, and for what is not, why. */
export type Facts = { readonly [P in Part]: Looked<Parts[P] | null> };
