/**
 * The query of the address as it is now, for writing it anew. What a component was drawn with may be older: a second
 * click can come before the first one's address is drawn, and would take it back.
 */
export function readQuery(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}
