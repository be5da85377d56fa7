// Runs in a page with a list of deliveries, and notes in `window.seen` what its reader sees; see watcher.ts.

window.seen = { shown: [], keys: [], longest: 0 };

/** The beginning of an id is the time of its making, in milliseconds (RFC 9562, version 7). */
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}(?=[^/]*$)/;
const madeAt = (id) => Number.parseInt(id.replace("-", "").slice(0, 12), 16);

let topId = "";
function noteTop() {
  const id = ID.exec(document.querySelector("tbody [data-row-link]")?.href ?? "")?.[0] ?? "";
  if (id === "" || id === topId) return;
  if (topId !== "" && id > topId) window.seen.shown.push(Date.now() - madeAt(id));
  topId = id;
}
new MutationObserver(noteTop).observe(document, { childList: true, subtree: true, attributes: true });

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.seen.longest = Math.max(window.seen.longest, duration);
}).observe({ type: "longtask" });

window.addEventListener(
  "keydown",
  ({ timeStamp }) =>
    requestAnimationFrame(() => setTimeout(() => window.seen.keys.push(performance.now() - timeStamp))),
  true,
);
