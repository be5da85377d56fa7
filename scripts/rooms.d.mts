export const ROOMS: readonly string[];
export function roomOf(file: string): string | null;
