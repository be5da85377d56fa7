import { availableParallelism, hostname } from "node:os";
import path from "node:path";
import { z } from "zod";
import { isBlock } from "@/lib/kernel/address-blocks";
import { connectionsOf, LEAST_CONNECTIONS, processesFor, usualConnections } from "@/lib/kernel/connection-budget";
import { type ExportBucket, readExportBucket } from "@/lib/kernel/export-bucket";
import { createOriginRule, type Origins } from "@/lib/kernel/origins";
import { parseUrl } from "@/lib/kernel/parse-url";
import { isProxyAddress } from "@/lib/kernel/proxy-address";
import { readSecretFiles, SECRET_SETTINGS } from "@/lib/kernel/secret-files";
import { type GivenTraceSettings, readTraceSettings, type TraceSettings } from "@/lib/kernel/trace-settings";
import { COPY_ROLES } from "@/lib/kernel/vocabulary";

const ORIGIN = /^https?:\/\/[^/?#@]+\/*$/;

/** The only place that reads `process.env`. Every setting of the program is a line of this schema. */
const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** Where to listen; by default at every address, of IPv6 too where the system has it. */
  HOST: z.string().optional(),
  HOOKYARD_DATA: z
    .string()
    .default("./data")
    .transform((dir) => path.resolve(dir)),
  HOOKYARD_ROLE: z.enum(COPY_ROLES).default("all"),
  /** Public address of this installation, without a trailing slash; for links and source URLs. */
  HOOKYARD_URL: z
    .string()
    .url()
    .refine(
      (url) => ORIGIN.test(url),
      "give scheme and host only, such as https://hooks.example.com: Hookyard is served at the root of a host, not under a path",
    )
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  /** An origin of its own for /ingest and /receive, which serves nothing else; the dashboard's then serves neither. */
  HOOKYARD_INGEST_URL: z
    .string()
    .url()
    .refine((url) => parseUrl(url) !== null && ORIGIN.test(url), "give scheme and host only")
    .transform((url) => new URL(url).origin)
    .optional(),
  /** CIDR blocks, separated by commas, of the proxies whose X-Forwarded-* is trusted; none by default. */
  HOOKYARD_TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((block) => block.trim() || []))
    .refine((blocks) => blocks.every(isBlock), "give addresses or CIDR blocks such as 10.0.0.0/8, with commas"),
  /** The bearer token for /metrics; without it only this machine gets them. */
  HOOKYARD_METRICS_TOKEN: z.string().min(16, "give 16 characters or more").optional(),
  /** A port for /metrics alone; they are then served nowhere else. */
  HOOKYARD_METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  /** Memory for the bodies of all requests in progress, in MiB. */
  HOOKYARD_BODY_MIB: z.coerce.number().int().min(8).max(65_536).default(192),
  /** How many connections may be open at once. */
  HOOKYARD_CONNECTIONS: z.coerce.number().int().min(16).max(1_000_000).default(4_000),
  /** After SIGTERM, how long requests are still served while /readyz tells load balancers to go elsewhere. */
  HOOKYARD_DRAIN_SECONDS: z.coerce.number().int().min(0).max(3_600).default(0),
  /** After that, how long work in progress may take to end. */
  HOOKYARD_STOP_SECONDS: z.coerce.number().int().min(1).max(3_600).default(25),
  /** Key material of 32 bytes or more for stored credentials and sessions; generated under HOOKYARD_DATA by default. */
  HOOKYARD_SECRET: z.string().min(32).optional(),
  /** CIDR blocks, separated by commas, that deliveries may go to although they are private or loopback. */
  HOOKYARD_EGRESS_ALLOW: z.string().default(""),
  /** The HTTP proxy through which deliveries and all other HTTP requests leave; they go straight by default. */
  HOOKYARD_EGRESS_PROXY: z
    .string()
    .refine(isProxyAddress, "give http://host:port or https://host:port, with user:password@ before the host if needed")
    .optional(),
  /**
   * Requests a second to /v1 with one API key or session, and twice that in a burst; each copy counts alone; 0 means no
   * limit.
   */
  HOOKYARD_KEY_RATE: z.coerce.number().int().min(0).max(1_000_000).default(5_000),
  /** The same without valid credentials from one address (or IPv6 /64). */
  HOOKYARD_ADDRESS_RATE: z.coerce.number().int().min(0).max(1_000_000).default(100),
  /** Deliveries that this copy has in flight at once: in all, and to one endpoint without a bound of its own. */
  HOOKYARD_IN_FLIGHT: z.coerce.number().int().min(1).max(10_000).default(512),
  HOOKYARD_ENDPOINT_IN_FLIGHT: z.coerce.number().int().min(1).max(1_000).default(64),
  /** Where each project's days are written as JSON Lines before they are removed; nowhere by default. */
  HOOKYARD_EXPORT_DIR: z
    .string()
    .transform((dir) => path.resolve(dir))
    .optional(),
  /** The same in a bucket of S3, or of what speaks its protocol: s3://bucket/prefix. */
  HOOKYARD_EXPORT_S3: z.string().optional(),
  /** What `hookyard backup --encrypt` and `hookyard restore` encrypt with, instead of asking for it. */
  HOOKYARD_BACKUP_PASSPHRASE: z.string().min(12, "give 12 characters or more").optional(),
  /** The longest life of a session, and of one that is not used. */
  HOOKYARD_SESSION_HOURS: z.coerce.number().int().min(1).max(8_760).default(720),
  HOOKYARD_SESSION_IDLE_HOURS: z.coerce.number().int().min(1).max(8_760).default(168),
  DATABASE_URL: z.string().min(1).optional(),
  /** `citus`: DATABASE_URL is a coordinator of Citus, and a new installation is spread over its nodes. */
  HOOKYARD_DISTRIBUTED: z.enum(["citus"], "give citus, or nothing for one PostgreSQL").optional(),
  /** The most connections to the database that this copy opens. */
  HOOKYARD_DB_CONNECTIONS: z.coerce.number().int().min(LEAST_CONNECTIONS).max(1_000).optional(),
  /** Processes that serve behind one port; `auto` is one for each core, as far as the connections suffice. */
  HOOKYARD_PROCESSES: z
    .union([z.literal("auto"), z.coerce.number().int().min(1).max(64)], "give auto, or a number from 1 to 64")
    .default(1),
  /**
   * `json`: all that is told is a line of JSON. `text`: what a person at a terminal has to read (the address, the set-up
   * link, why it does not start) is text, and the lines of JSON beside it begin at `warn`.
   */
  LOG_FORMAT: z.enum(["json", "text"]).optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).optional(),
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  /**
   * The mail server for notices about endpoints: smtp://user:password@host:587, or smtps://; no e-mail is sent by
   * default.
   */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]/, "give smtp://user:password@host:port or smtps://…")
    .optional(),
  /** The sender of those e-mails: hooks@example.com, or Hookyard <hooks@example.com>. */
  SMTP_FROM: z.string().includes("@", "give an e-mail address").optional(),
  OIDC_ISSUER: z.string().url().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().default("Single sign-on"),
  AWS_REGION: z.string().optional(),
  AWS_ENDPOINT_URL_S3: z.string().optional(),
  AWS_ENDPOINT_URL: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.string().optional(),
});

export type SettingName = keyof typeof Environment.shape;

/** What the schema says of a setting: its default (undefined for none), its range or its words. */
export function describeSetting(name: SettingName): {
  usually: unknown;
  takes: string[];
  range: [number, number] | null;
} {
  const schema = Environment.shape[name];
  const usually = schema.parse(undefined);
  const inner = "unwrap" in schema ? schema.unwrap() : schema;
  if (inner instanceof z.ZodEnum) return { usually, takes: inner.options.map(String), range: null };
  const { minValue, maxValue } = inner instanceof z.ZodNumber ? inner : { minValue: null, maxValue: null };
  return { usually, takes: [], range: minValue === null || maxValue === null ? null : [minValue, maxValue] };
}

/** The names of all settings. */
export const SETTINGS: readonly string[] = [
  ...Object.keys(Environment.shape),
  ...SECRET_SETTINGS.map((name) => `${name}_FILE`),
];

/** The environment without the settings of this program, for a process that is to know no secret of it. */
export function withoutSettings(source: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(source).filter(([name]) => !SETTINGS.includes(name))) as NodeJS.ProcessEnv;
}

type Given = z.infer<typeof Environment>;
export type Env = Omit<Given, keyof GivenTraceSettings> & {
  HOOKYARD_DB_CONNECTIONS: number;
  HOOKYARD_PROCESSES: number;
  LOG_FORMAT: LogFormat;
  LOG_LEVEL: NonNullable<Given["LOG_LEVEL"]>;
  /** Where traces go; null if nowhere. */
  traces: TraceSettings | null;
  /** The bucket that days are exported to; null for none. */
  exportBucket: ExportBucket | null;
};
type LogFormat = NonNullable<Given["LOG_FORMAT"]>;
type Refuse = (issue: { code: "custom"; path: string[]; message: string }) => void;

/** Reads the environment once; a wrong setting is one readable error that names it. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const { settings, fromFiles } = readGiven(source);
  const parsed = Environment.refine((env) => !hasOneHost(env), {
    path: ["HOOKYARD_INGEST_URL"],
    message: "give another host than HOOKYARD_URL's: it serves /ingest and /receive only",
  })
    .refine((env) => (env.SMTP_URL === undefined) === (env.SMTP_FROM === undefined), {
      path: ["SMTP_URL"],
      message: "set SMTP_URL and SMTP_FROM together",
    })
    .transform((env, context) => complete(env, (issue) => context.addIssue(issue)))
    .safeParse(settings);
  if (parsed.success) return parsed.data;
  const nameOf = (setting: string) => (fromFiles.has(setting) ? `${setting}_FILE` : setting);
  const wrong = parsed.error.issues.map(({ path, message }) => `${nameOf(path.join("."))}: ${message}`).join("; ");
  throw wrongSetting(wrong);
}

/** An empty setting counts as absent. */
function readGiven(source: Record<string, string | undefined>): ReturnType<typeof readSecretFiles> {
  try {
    return readSecretFiles(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== "")));
  } catch (error) {
    throw wrongSetting((error as Error).message);
  }
}

function wrongSetting(what: string): Error {
  return new Error(`Wrong setting in the environment: ${what}`);
}

/** Adds what follows from several settings together. */
function complete(given: Given, refuse: Refuse): Env {
  const format = given.LOG_FORMAT ?? usualFormat(given.NODE_ENV);
  const refuseOne = (setting: string, message: string) => refuse({ code: "custom", path: [setting], message });
  if (given.HOOKYARD_DISTRIBUTED && !given.DATABASE_URL) {
    refuseOne("HOOKYARD_DISTRIBUTED", "it needs DATABASE_URL, which leads to the coordinator");
  }
  return {
    ...given,
    ...readProcesses(given, refuse),
    LOG_FORMAT: format,
    LOG_LEVEL: given.LOG_LEVEL ?? (format === "text" ? "warn" : "info"),
    traces: readTraceSettings(given, refuseOne),
    exportBucket: readExportBucket(given, refuseOne),
  };
}

/** Text for whoever sits at a terminal. */
function usualFormat(nodeEnv: string | undefined): LogFormat {
  return nodeEnv === "development" || process.stdout.isTTY ? "text" : "json";
}

/** How a start is told that fails before its settings could be read. */
export function findLogFormat(source: Record<string, string | undefined> = process.env): LogFormat {
  const { LOG_FORMAT: given, NODE_ENV } = source;
  return given === "json" || given === "text" ? given : usualFormat(NODE_ENV);
}

function readProcesses(env: Given, refuse: Refuse) {
  const { HOOKYARD_PROCESSES: asked, HOOKYARD_DB_CONNECTIONS: budget, NODE_ENV } = env;
  const isDevelopment = NODE_ENV === "development";
  const processes = asked !== "auto" ? asked : isDevelopment ? 1 : processesFor(availableParallelism(), budget);
  const connections = budget ?? usualConnections(processes);
  const needed = connectionsOf(processes, LEAST_CONNECTIONS);
  if (isDevelopment && processes > 1) {
    refuse({ code: "custom", path: ["HOOKYARD_PROCESSES"], message: "in development there is one process" });
  } else if (connections < needed) {
    const message = `${processes} processes need ${needed} or more (HOOKYARD_PROCESSES)`;
    refuse({ code: "custom", path: ["HOOKYARD_DB_CONNECTIONS"], message });
  }
  return { HOOKYARD_PROCESSES: processes, HOOKYARD_DB_CONNECTIONS: connections };
}

function hasOneHost(env: Origins): boolean {
  if (env.HOOKYARD_URL === undefined || env.HOOKYARD_INGEST_URL === undefined) return false;
  return createOriginRule(env)(new URL(env.HOOKYARD_URL).host, true);
}

/** Whether the environment names the data instead of leaving it at the default place. */
export function tellsWhereDataIs(source: Record<string, string | undefined> = process.env): boolean {
  return Boolean(source.HOOKYARD_DATA || source.DATABASE_URL || source.DATABASE_URL_FILE);
}

/** Names this copy in logs and leases. */
export const copyName = `${hostname()}:${process.pid}`;
