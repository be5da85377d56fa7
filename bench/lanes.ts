/** One of the receiver's addresses that each event goes to. */
export type Lane = { index: number; of: number };

const LANE = /[?&]lane=(\d+)&of=(\d+)/;

/** The receiver's addresses for this many lanes. */
export function laneUrls(receiverUrl: string, of: number): string[] {
  return Array.from({ length: of }, (_, index) => `${receiverUrl}?lane=${index}&of=${of}`);
}

export function readLane(url: string | undefined): Lane | null {
  const found = LANE.exec(url ?? "");
  return found === null ? null : { index: Number(found[1]), of: Number(found[2]) };
}
