/** A tag of an endpoint or an event. By itself, since the lists of deliveries and events read tags and no other reference. */
export const TAG = /^[a-z0-9._:-]{1,40}$/;
export const TAG_RULE = "A tag has 1 to 40 characters of a-z, 0-9 and . _ : -";

export function isTag(text: string): boolean {
  return TAG.test(text);
}
