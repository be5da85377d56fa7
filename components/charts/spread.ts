/**
 * Places of labels, moved apart until neighbours are `least` apart, and no further down than `end`. They keep the order
 * of their places.
 */
export function spread(places: readonly number[], least: number, end: number): number[] {
  const order = places.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place);
  order.forEach((one, i) => {
    const before = order[i - 1];
    if (before) one.place = Math.max(one.place, before.place + least);
  });
  order.toReversed().forEach((one, i) => {
    one.place = Math.min(one.place, end - i * least);
  });
  return order.sort((a, b) => a.index - b.index).map(({ place }) => place);
}
