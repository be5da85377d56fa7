import ipaddr from "ipaddr.js";

/**
 * The network that an address stands for: itself, or its /64, since one household or server has a whole /64 of IPv6
 * addresses.
 */
export function networkOf(address: string): string {
  if (!address.includes(":") || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)])}/64`;
}
