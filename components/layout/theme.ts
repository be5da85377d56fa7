export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = "theme";
export const NAVIGATION_COOKIE = "navigation";

export function toTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? "system";
}

/**
 * Changes the colours at once and stores the choice in a cookie, so that the server's next page has them from its first
 * byte.
 */
export function applyTheme(theme: Theme): void {
  document.documentElement.classList.remove("light", "dark");
  if (theme !== "system") document.documentElement.classList.add(theme);
  keepCookie(THEME_COOKIE, theme);
}

/** Stores a choice of this browser for a year. It contains no secret. */
export function keepCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where pages are served over http.
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
}
