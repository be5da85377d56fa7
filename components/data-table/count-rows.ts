/** "1 delivery", "20 deliveries": `noun` is in the plural. */
export function countRows(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun.replace(/ies$/, "y").replace(/s$/, "") : noun}`;
}
