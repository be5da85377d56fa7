/**
 * Cuts an id in its middle: `01978f3a…c41d`. A UUIDv7 begins with its time, so the end distinguishes two ids of the
 * same second.
 */
export function shortenID(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}
