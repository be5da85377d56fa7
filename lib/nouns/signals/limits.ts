/** How many streams may be open at once in a process: of one caller in a project, of a project, and in all. */
export const MAX_STREAMS = { caller: 20, project: 200, all: 1_000 } as const;
