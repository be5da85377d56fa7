export type Place = { side: "top" | "right" | "bottom" | "left"; align: "start" | "center" | "end"; gap: number };

const MARGIN = 8;

/**
 * Places a fixed layer beside its anchor: at the opposite side where there is more room, within the window, and no
 * higher than fits there.
 */
export function placeLayer(layer: HTMLElement, anchor: HTMLElement, { side, align, gap }: Place): void {
  const at = anchor.getBoundingClientRect();
  const [width, height] = [layer.offsetWidth, layer.scrollHeight + layer.offsetHeight - layer.clientHeight];
  const room = {
    top: at.top - gap - MARGIN,
    bottom: innerHeight - at.bottom - gap - MARGIN,
    left: at.left - gap - MARGIN,
    right: innerWidth - at.right - gap - MARGIN,
  };
  const isBeside = side === "left" || side === "right";
  const opposite = { top: "bottom", bottom: "top", left: "right", right: "left" } as const;
  const isTight = room[side] < (isBeside ? width : height) && room[opposite[side]] > room[side];
  const chosen = isTight ? opposite[side] : side;

  const most = isBeside ? innerHeight - 2 * MARGIN : room[chosen];
  const shown = Math.min(height, most);
  const along = { start: at.left, center: (at.left + at.right - width) / 2, end: at.right - width }[align];
  const left = { left: at.left - gap - width, right: at.right + gap, top: along, bottom: along }[chosen];
  const middle = (at.top + at.bottom - shown) / 2;
  const top = { top: at.top - gap - shown, bottom: at.bottom + gap, left: middle, right: middle }[chosen];
  layer.style.setProperty("--room", `${Math.floor(most)}px`);
  layer.style.left = `${within(left, innerWidth - width)}px`;
  layer.style.top = `${within(top, innerHeight - shown)}px`;
}

function within(at: number, most: number): number {
  return Math.max(MARGIN, Math.min(at, most - MARGIN));
}
