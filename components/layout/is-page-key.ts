import { isTyping } from "@/components/layout/is-typing";

/** Whether a key press is for the page: without a modifier, and not for a field, a menu or a dialog. */
export function isPageKey({ metaKey, ctrlKey, altKey, target }: KeyboardEvent): boolean {
  return !metaKey && !ctrlKey && !altKey && !isTyping(target);
}
