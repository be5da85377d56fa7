export const LAST_RELEASE: { readonly version: string; readonly commit: string };
export function hasLastRelease(): boolean;
export function listReleasedMigrations(): { name: string; hash: string }[];
export function ensureLastRelease(): string;
