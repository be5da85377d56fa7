type Balanced = { expectBalanced(): Promise<void> };

/**
 * All open benches with engines. It stands apart from the guard that looks at them, which is evaluated anew for each test
 * file, while files that share a process share this set.
 */
export const openBenches = new Set<Balanced>();
