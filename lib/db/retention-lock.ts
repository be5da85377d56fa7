/**
 * The advisory lock of whoever removes past days: retention in one copy at a time, or nobody while a backup reads. Any
 * number that no other lock of this database uses.
 */
export const RETENTION_LOCK = 7_204_811_534;
