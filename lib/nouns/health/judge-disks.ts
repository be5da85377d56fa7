import type { HealthFacts, HealthProblem } from "@/lib/nouns/health/schemas";

/** Says that the disk of a server is full, and what that means: of the only one, where it has no address, or of one of several. */
export function sayFullDisk(address: string | null, isCoordinator: boolean): HealthProblem {
  const common = { subject: "disk", level: "critical" } as const;
  if (address === null) {
    const advice =
      "Nothing is accepted: senders get 503 and come back later. Make room on the database's disk, and it goes on by itself.";
    return { ...common, title: "The database's disk is full", advice };
  }
  const still =
    "The projects on it stand still: senders get 503 and come back later, deliveries wait. All others go on.";
  const alone = isCoordinator ? " It is the coordinator: nobody can sign in, and no copy starts." : "";
  return {
    ...common,
    title: `The disk of ${address} is full`,
    advice: `${still}${alone} Make room on its disk, and it goes on by itself.`,
  };
}

export function judgeDisks({ database, servers }: HealthFacts): HealthProblem[] {
  if (servers.length === 0) return database.is_disk_full ? [sayFullDisk(null, true)] : [];
  const full = servers.filter(({ state }) => state === "full");
  return full.map(({ address, is_coordinator }) => sayFullDisk(address, is_coordinator));
}
