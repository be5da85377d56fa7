/** Counting what a project has ends here: it may have millions. */
export const MOST_COUNTED = 100_000;
