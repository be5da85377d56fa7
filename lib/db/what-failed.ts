/**
 * One line without the address, which may contain a password. A refused connection to a host name carries its reasons
 * inside.
 */
export function whatFailed(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const message = first instanceof Error && first.message ? first.message : String(first);
  return message.split("\n")[0] ?? message;
}
