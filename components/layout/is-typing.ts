/** Whether a key press belongs to a field, a menu or a dialog, and not to the page's shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "submit"].includes(target.type);
  return target.closest("[role='menu'], [role='dialog'], [role='alertdialog'], [role='listbox']") !== null;
}
