const UNITS = ["KiB", "MiB", "GiB", "TiB"] as const;

/** "512 B", "1.4 KiB", "2.0 MiB", "38.4 GiB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const power = Math.min(UNITS.length, Math.floor(Math.log(bytes) / Math.log(1_024)));
  return `${(bytes / 1_024 ** power).toFixed(1)} ${UNITS[power - 1]}`;
}
