import { SHARD_IS_ELSEWHERE } from "@/lib/db/placement/hold-shard";

/** Stands for what was asked of a shard that has just left its server: the next time it is asked where it is then. */
export const ELSEWHERE = Symbol("elsewhere");

/** The server is there, whatever became of one of its shards. */
export async function unlessElsewhere<T>(asked: Promise<T>): Promise<T | typeof ELSEWHERE> {
  try {
    return await asked;
  } catch (error) {
    if ((error as { code?: string }).code === SHARD_IS_ELSEWHERE) return ELSEWHERE;
    throw error;
  }
}
