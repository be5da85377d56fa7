import { existsSync, readdirSync, readFileSync, rmSync, statSync, unlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { nameForSocket, SOCKET } from "@/lib/db/embedded/embedded-connection";

/** The content of `postmaster.pid`: the server's process and whether it accepts connections yet. */
export type Postmaster = { pid: number; ready: boolean };

/**
 * Finds the server that runs on this cluster; `null` if there is none, and `"elsewhere"` if one answers whose process
 * is not visible here, as with another container on the same volume. Removes what a dead server left behind.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | null | "elsewhere"> {
  const noted = await readPostmaster(cluster);
  if (noted === null) {
    removeDeadSocketLock(cluster);
    return null;
  }
  if (isServerOf(noted.pid, cluster)) return noted;
  if (await isAnswering(cluster)) return "elsewhere";
  // The process is gone, or its number now belongs to another one (usual after a container's restart), which PostgreSQL
  // itself would take for a running server. Its children may still have the files open for a moment.
  if (!(await waitUntilUnused(cluster, 10_000))) return noted;
  unlinkSync(path.join(cluster, "postmaster.pid"));
  removeDeadSocketLock(cluster);
  return null;
}

/**
 * PostgreSQL locks its socket separately from its files, and trusts that lock as long as any process has its number:
 * another program's, or a killed server's that has not been reaped.
 */
function removeDeadSocketLock(cluster: string): void {
  const file = path.join(cluster, `${SOCKET}.lock`);
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
  if (!(pid > 0 && isServerOf(pid, cluster))) rmSync(file, { force: true });
}

async function isAnswering(cluster: string): Promise<boolean> {
  const name = nameForSocket(cluster);
  const isOpen = await new Promise<boolean>((resolve) => {
    const socket = connect(path.join(name.folder, SOCKET));
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
  name.remove();
  return isOpen;
}

/** The content of `postmaster.pid`; its eighth line is the state (PostgreSQL: miscadmin.h). */
export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(path.join(cluster, "postmaster.pid"), "utf8").catch(() => null);
  const lines = text?.split("\n") ?? [];
  const pid = Math.abs(Number.parseInt(lines[0] ?? "", 10));
  return pid > 0 ? { pid, ready: lines[7]?.trim() === "ready" } : null;
}

/** Stops a server that is not our child: asks it to end its sessions and waits; insists after a minute. */
export async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  signal(pid, "SIGINT");
  if (await waitUntilGone(pid, cluster, 60_000)) return;
  signal(pid, "SIGQUIT");
  await waitUntilGone(pid, cluster, 10_000);
}

/** Whether a process with this number is alive, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function waitUntilGone(pid: number, cluster: string, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (isServerOf(pid, cluster)) {
    if (Date.now() > end) return false;
    await pause(20);
  }
  return waitUntilUnused(cluster, 10_000);
}

async function waitUntilUnused(cluster: string, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (processesIn(cluster).length > 0) {
    if (Date.now() > end) return false;
    await pause(20);
  }
  return true;
}

/** PostgreSQL's processes run in their data folder; if that is not visible (no /proc), being alive must do. */
function isServerOf(pid: number, cluster: string): boolean {
  if (process.platform !== "linux") return isAlive(pid);
  return standsIn(pid, statSync(cluster));
}

function processesIn(cluster: string): number[] {
  if (process.platform !== "linux") return [];
  const folder = statSync(cluster);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && standsIn(pid, folder));
}

function standsIn(pid: number, folder: { dev: number; ino: number }): boolean {
  try {
    const place = statSync(`/proc/${pid}/cwd`);
    return place.dev === folder.dev && place.ino === folder.ino;
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // already gone
  }
}
