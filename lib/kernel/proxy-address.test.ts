import { expect, it } from "vitest";
import { isProxyAddress } from "./proxy-address";

it.each([
  ["http://proxy.example:3128", true],
  ["https://ada:secret@proxy.example", true],
  ["http://ada:100%25@proxy.example:3128", true],
  ["http://ada:100%@proxy.example:3128", false],
  ["proxy.example:3128", false],
  ["socks5://proxy.example", false],
  ["http://proxy.example/path", false],
])("%s is the address of a proxy: %s", (text, isOne) => {
  expect(isProxyAddress(text)).toBe(isOne);
});
