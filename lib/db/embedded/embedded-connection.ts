import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { chown, link, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ROLE } from "@/lib/db/embedded/embedded-cluster";

/** PostgreSQL's name of its socket. */
export const SOCKET = ".s.PGSQL.5432";

/**
 * What it takes to reach a folder's database, stored in `database.json` with mode 600. `password` is permanent for the
 * cluster; the rest describes the copy that last ran it: how to reach the database, and where its pages are.
 */
export type Connection = {
  password: string;
  url: string | null;
  ownerPid: number | null;
  servedAt?: string | undefined;
};

/**
 * Reads the folder's connection file, or creates it with a new password. Copies that start together agree on one
 * password.
 */
export async function ensureConnection(dataDir: string): Promise<Connection> {
  const existing = await readConnection(dataDir);
  if (existing) return existing;
  const made: Connection = { password: randomBytes(24).toString("base64url"), url: null, ownerPid: null };
  const fresh = `${connectionFile(dataDir)}.new-${randomUUID().slice(0, 8)}`;
  await writeFile(fresh, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  await giveToFolderOwner(fresh, dataDir);
  await link(fresh, connectionFile(dataDir)).catch(() => {});
  await rm(fresh, { force: true });
  return (await readConnection(dataDir)) ?? made;
}

/** Reads the folder's connection file; `null` if there is none. */
export async function readConnection(dataDir: string): Promise<Connection | null> {
  const text = await readFile(connectionFile(dataDir), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as Connection);
}

/** Replaces the connection file atomically, so that a reader sees the old or the new one. */
export async function writeConnection(dataDir: string, connection: Connection): Promise<void> {
  const fresh = `${connectionFile(dataDir)}.new-${randomUUID().slice(0, 8)}`;
  const file = await open(fresh, "w", 0o600);
  await file.writeFile(`${JSON.stringify(connection, null, 2)}\n`);
  await file.close();
  await giveToFolderOwner(fresh, dataDir);
  await rename(fresh, connectionFile(dataDir));
}

/** `postgres://…` over the socket in the cluster's folder. */
export function connectionUrl(socketFolder: string, password: string, database: string): string {
  return `postgres://${ROLE}:${password}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

/**
 * A name of the folder that is short enough for a socket's address (about 100 bytes): a link to it if its own is
 * longer.
 */
export function nameForSocket(cluster: string): { folder: string; remove(): void } {
  if (Buffer.byteLength(path.join(cluster, SOCKET)) <= 100) return { folder: cluster, remove() {} };
  const place = mkdtempSync(path.join(os.tmpdir(), "hookyard-"));
  const link = path.join(place, "db");
  symlinkSync(cluster, link);
  return { folder: link, remove: () => rmSync(place, { recursive: true, force: true }) };
}

/** Files that root leaves in a user's folder stay readable for that user. */
async function giveToFolderOwner(file: string, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await chown(file, uid, gid);
}

function connectionFile(dataDir: string): string {
  return path.join(dataDir, "database.json");
}
