import { readFileSync, statSync } from "node:fs";
import { lchown, readdir } from "node:fs/promises";
import path from "node:path";
import { StartupError } from "@/lib/kernel/startup-error";

/** The operating system's user that PostgreSQL runs as. */
export type Account = { uid: number; gid: number };

const CANDIDATES = ["hookyard", "postgres", "nobody"];

/**
 * Chooses the user that runs PostgreSQL. PostgreSQL refuses to run as root, so root lends it an unprivileged user: the
 * one that already owns the cluster, else the first of hookyard, postgres and nobody that exists. `null` means our own
 * user.
 */
export function databaseAccount(cluster: string): Account | null {
  if (process.getuid?.() !== 0) {
    refuseForeignCluster(cluster);
    return null;
  }
  const owner = clusterOwner(cluster);
  if (owner && owner.uid !== 0) return owner;
  const users = readUsers();
  for (const name of CANDIDATES) {
    const account = users.get(name);
    if (account) return account;
  }
  throw new StartupError(
    "PostgreSQL does not run as root and this system has none of the users hookyard, postgres and nobody: create one, or set DATABASE_URL.",
  );
}

/** Gives files that root restored from a backup to the user that must read them. */
export async function giveCluster(cluster: string, account: Account | null): Promise<void> {
  if (account === null || clusterOwner(cluster)?.uid !== 0) return;
  for (const entry of await readdir(cluster, { recursive: true })) {
    await lchown(path.join(cluster, entry), account.uid, account.gid);
  }
  await lchown(cluster, account.uid, account.gid);
}

function clusterOwner(cluster: string): Account | null {
  const file = statSync(path.join(cluster, "PG_VERSION"), { throwIfNoEntry: false });
  return file ? { uid: file.uid, gid: file.gid } : null;
}

function refuseForeignCluster(cluster: string): void {
  const folder = statSync(cluster, { throwIfNoEntry: false });
  if (folder && folder.uid !== process.getuid?.()) {
    throw new StartupError(
      `The database in ${cluster} belongs to another user (uid ${folder.uid}): run as that user or as root, or choose another HOOKYARD_DATA.`,
    );
  }
}

function readUsers(): Map<string, Account> {
  const users = new Map<string, Account>();
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [name, , uid, gid] = line.split(":");
    if (name && uid && gid) users.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  return users;
}
