import type { Config } from "tailwindcss";

/**
 * The scales that the dashboard may use: colours, sizes and radii outside of these do not exist. The colours' values for
 * light and dark are in app/globals.css.
 */
const config: Config = {
  darkMode: "class",
  content: ["./app/**/*.{ts,tsx}", "./components/**/*.{ts,tsx}"],
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      canvas: "var(--canvas)",
      sunken: "var(--sunken)",
      raised: "var(--raised)",
      hover: "var(--hover)",
      line: { DEFAULT: "var(--line)", strong: "var(--line-strong)" },
      ink: { DEFAULT: "var(--ink)", muted: "var(--ink-muted)", inverse: "var(--ink-inverse)" },
      accent: { DEFAULT: "var(--accent)", soft: "var(--accent-soft)" },
      success: { DEFAULT: "var(--success)", soft: "var(--success-soft)" },
      failure: { DEFAULT: "var(--failure)", soft: "var(--failure-soft)", solid: "var(--failure-solid)" },
      retry: { DEFAULT: "var(--retry)", soft: "var(--retry-soft)" },
      scheduled: { DEFAULT: "var(--scheduled)", soft: "var(--scheduled-soft)" },
      processing: { DEFAULT: "var(--processing)", soft: "var(--processing-soft)" },
      discarded: { DEFAULT: "var(--discarded)", soft: "var(--discarded-soft)" },
    },
    fontFamily: {
      sans: ["var(--font-geist-sans)", "system-ui", "sans-serif"],
      mono: ["var(--font-geist-mono)", "ui-monospace", "monospace"],
    },
    fontSize: {
      sm: ["0.8125rem", "1.25rem"],
      base: ["0.875rem", "1.375rem"],
      lg: ["1.125rem", "1.5rem"],
    },
    fontWeight: { normal: "400", medium: "500" },
    borderRadius: { none: "0", sm: "3px", DEFAULT: "5px", md: "5px", lg: "8px", full: "9999px" },
    boxShadow: {
      popover: "0 8px 28px -6px rgb(0 0 0 / 0.18), 0 2px 6px -2px rgb(0 0 0 / 0.1)",
      panel: "-12px 0 32px -16px rgb(0 0 0 / 0.2)",
      bar: "0 -6px 20px -12px rgb(0 0 0 / 0.25)",
    },
  },
};

export default config;
