import type { NextConfig } from "next";

/** The front door adds the content security policy, which has a nonce of its own in every answer. */
const pageHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
];

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Checked by `npm run types` and in the tests; a build need not wait for it a second time.
  typescript: { ignoreBuildErrors: true },
  // No page has a picture to shrink: there is no optimizer that anybody could keep busy.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  turbopack: { root: import.meta.dirname },
  // The server has them loaded already.
  serverExternalPackages: ["kysely", "pg", "pino"],
  headers: async () => [{ source: "/:path*", headers: pageHeaders }],
};

export default config;
