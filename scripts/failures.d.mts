export type Failure = { file?: string; name: string; why: string };

export function failuresOfVitest(report: unknown): Failure[];
export function failuresOfPlaywright(report: unknown): Failure[];
export function tellFailures(failures: (Failure & { runner: string; isLast?: boolean })[], mark: string): string[];
