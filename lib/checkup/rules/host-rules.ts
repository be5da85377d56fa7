import type { DataFolder } from "@/lib/checkup/facts/facts";
import { rulesOf, type Saying, sayIf } from "@/lib/checkup/finding";

const GIB = 1024 ** 3;
/** Free space: so many bytes, or this part of the disk. */
const LOW = { warning: { bytes: 2 * GIB, part: 0.1 }, critical: { bytes: GIB / 4, part: 0.02 } };

const OTHERS_MAY_WRITE = 0o002;
const OTHERS_MAY_READ = 0o077;

export const HOST_RULES = [
  ...rulesOf("data folder", [
    {
      code: "data_in_memory",
      levels: ["critical"],
      when: "HOOKYARD_DATA is on a tmpfs or ramfs and holds the database or the key",
      why: "A restart of the machine or container takes everything: events, and the key of all credentials.",
      remedy:
        "Set HOOKYARD_DATA to a folder on a disk or volume that stays, and move what is there while no copy runs.",
      find: ({ folder, isInMemory }) => sayIf(isInMemory, `${folder} is in memory.`),
    },
    {
      code: "disk_low",
      levels: ["warning", "critical"],
      when: "less than 2 GiB or 10 % (critical: 256 MiB or 2 %) is free on the disk of the program's own database",
      why: "On a full disk nothing is accepted: senders get 503.",
      remedy: "Make room on that disk, enlarge it, or lower the `retention` of projects.",
      find: (data) => (data.hasDatabase ? judgeSpace(data) : []),
    },
    {
      code: "secret_readable",
      levels: ["critical"],
      when: "the file `secret` or `database.json` in HOOKYARD_DATA can be read or written by other users of the machine",
      why: "Whoever reads them decrypts all credentials, or enters the database.",
      remedy: "chmod 600 these files.",
      find: ({ secrets }) =>
        secrets
          .filter(({ mode }) => (mode & OTHERS_MAY_READ) !== 0)
          .map(({ file, mode }) => ({
            what: `${file} is open to others (mode ${mode.toString(8)}).`,
            remedy: `chmod 600 ${file}`,
          })),
    },
    {
      code: "data_writable_by_all",
      levels: ["critical"],
      when: "every user of the machine may write to HOOKYARD_DATA",
      why: "Anyone here can replace the key and the database's address, and so take the installation over.",
      remedy: "chmod 700 HOOKYARD_DATA.",
      find: ({ folder, mode }) =>
        (mode & OTHERS_MAY_WRITE) === 0
          ? []
          : [
              {
                what: `${folder} can be written by everybody (mode ${mode.toString(8)}).`,
                remedy: `chmod 700 ${folder}`,
              },
            ],
    },
  ]),
  ...rulesOf("export folder", [
    {
      code: "export_folder_unwritable",
      levels: ["warning"],
      when: "HOOKYARD_EXPORT_DIR cannot be written by the user that runs the doctor",
      why: "A day that cannot be written is not removed: the database grows.",
      remedy: "Give the user that runs the copies a folder to write to, or change HOOKYARD_EXPORT_DIR.",
      find: ({ folder, problem }) =>
        problem === null ? [] : [{ what: `HOOKYARD_EXPORT_DIR (${folder}) cannot be written: ${problem}.` }],
    },
  ]),
  ...rulesOf("open files", [
    {
      code: "open_files_low",
      levels: ["warning"],
      when: "a process may have fewer files open than HOOKYARD_CONNECTIONS and HOOKYARD_IN_FLIGHT need",
      why: "Connections are refused before the limits that are meant for that, and deliveries fail by no fault of their receivers.",
      remedy:
        "Raise the limit (ulimit -n; systemd: LimitNOFILE=65536; Docker: --ulimit nofile=65536), or lower HOOKYARD_CONNECTIONS.",
      find: ({ limit }, { env }) => {
        const { HOOKYARD_CONNECTIONS: connections, HOOKYARD_IN_FLIGHT: inFlight } = env;
        const needed = connections + inFlight + env.HOOKYARD_DB_CONNECTIONS;
        return sayIf(
          limit < needed,
          `A process may have ${limit.toLocaleString("en")} files open; the limits of Hookyard add up to ${needed.toLocaleString("en")}.`,
        );
      },
    },
  ]),
];

function judgeSpace({ folder, freeBytes, totalBytes }: DataFolder): Saying[] {
  const isBelow = ({ bytes, part }: { bytes: number; part: number }) =>
    freeBytes < bytes || freeBytes < part * totalBytes;
  if (!isBelow(LOW.warning)) return [];
  const percent = Math.round((100 * freeBytes) / Math.max(1, totalBytes));
  const what = `${toSize(freeBytes)} (${percent} %) of the disk of ${folder} is free.`;
  return [{ what, level: isBelow(LOW.critical) ? "critical" : "warning" }];
}

function toSize(bytes: number): string {
  return bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GiB` : `${Math.round(bytes / 1024 ** 2)} MiB`;
}
