export function listProviders(root?: string): string[];
export function writeTables(root?: string): Record<string, string>;
export function findStale(root?: string): [file: string, text: string][];
export function saveTables(root?: string): void;
