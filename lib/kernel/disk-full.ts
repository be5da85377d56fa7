/** PostgreSQL's `disk_full`. */
const DISK_FULL = "53100";
/** What older servers (15, say) answer, with a code that does not say so, to a connection that finds no room for its cache. */
const NO_ROOM_TO_CONNECT = /^could not write init file/;

/** Whether a statement, or a connection, failed because the server's disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as Error & { code?: unknown };
  return code === DISK_FULL || NO_ROOM_TO_CONNECT.test(message);
}
