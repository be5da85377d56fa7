import "@/app/globals.css";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { MONO, SANS } from "@/app/fonts";
import { THEME_COOKIE, toTheme } from "@/components/layout/theme";
import { cn } from "@/components/ui/class-names";
import { EARLY_PRESSES } from "@/lib/next/early-presses";

export const metadata: Metadata = {
  title: { default: "Hookyard", template: "%s · Hookyard" },
  description: "Webhook gateway: receive, route, deliver, see, resend.",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#111416" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    // The class may change without React: the menu sets it at once.
    <html lang="en" className={cn(SANS.variable, MONO.variable, theme !== "system" && theme)} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, which the page's policy knows by its hash. */}
        <script dangerouslySetInnerHTML={{ __html: EARLY_PRESSES }} />
      </head>
      <body>{children}</body>
    </html>
  );
}
