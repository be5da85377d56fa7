import ipaddr from "ipaddr.js";

export function isAddress(text: string): boolean {
  return ipaddr.isValid(text);
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The IPv4 address in an IPv6 one that stands for it, as a server at `::` sees its callers; others as they are. */
export function toPlainAddress(address: string): string {
  return MAPPED.exec(address)?.[1] ?? address;
}

/** Whether this is an address of this machine itself. */
export function isLoopback(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === "loopback";
}

/** Whether this is an address or a CIDR block. */
export function isBlock(text: string): boolean {
  return ipaddr.isValidCIDR(toCidr(text));
}

/** Creates a check whether one of these blocks contains an address. An IPv4 address matches in its IPv6 form too. */
export function createBlockCheck(blocks: readonly string[]): (address: string) => boolean {
  const parsed = blocks.map((block) => ipaddr.parseCIDR(toCidr(block)));
  return (text) => {
    if (parsed.length === 0 || !ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return parsed.some((block) => block[0].kind() === address.kind() && address.match(block));
  };
}

function toCidr(text: string): string {
  if (text.includes("/")) return text;
  return `${text}/${text.includes(":") ? 128 : 32}`;
}
