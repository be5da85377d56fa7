export const HELD = "Held";

/** The filters after a choice among the statuses and Held, which stands alone. */
export function chooseStatuses(chosen: readonly string[], isHeldShown: boolean) {
  if (!isHeldShown && chosen.includes(HELD)) return { status: [], held: "true" };
  return { status: chosen.filter((one) => one !== HELD), held: null };
}
