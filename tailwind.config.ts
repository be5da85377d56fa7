/**
 * The names of sizes and shadows that are in app/globals.css beside all other scales, for scripts that read class names
 * (components/ui/class-names.ts). Tailwind itself reads app/globals.css only.
 */
const config = {
  theme: { text: ["sm", "base", "lg"], shadow: ["popover", "panel", "bar"] },
};

export default config;
