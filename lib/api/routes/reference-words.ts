/** What a company keeps of its own on a resource. Here, because a schema is sent to browsers, which show none of it. */
export function tellReferences(noun: string, within = "project"): string {
  return `\`external_id\` is your own identifier of it, of at most 255 characters. No other ${noun} of the ${within} may have the same: one that is taken is refused with 422, which names the ${noun} that has it, until that one is deleted. null takes it away. \`metadata\` is up to 20 pairs of text: keys of at most 40 characters without \`=\` and square brackets, values of at most 500, no line breaks in either. It replaces the one before as a whole; null or \`{}\` takes it away. Both are kept, told and found by, and mean nothing to deliveries. They are no place for credentials: whoever reads the ${noun} reads them.`;
}

export const TAG_WORDS =
  "`tags`: up to 20, each of 1 to 40 characters of `a-z`, `0-9` and `. _ : -`. They replace those before; null or `[]` takes them away. Lists find endpoints by them, and they mean nothing to deliveries.";
