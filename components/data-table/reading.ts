/** The height of the bar above the page, under which rows disappear. */
const BAR_PX = 48;
/** An element that has gone tells nothing of it, so a reader who seems to read is looked at again. */
const LOOK_MS = 1_000;

const OPEN_MENU = "[aria-haspopup][aria-expanded='true']";
const COVERED = "[aria-hidden='true'], [inert]";

/** Whether somebody reads the rows of a list, as far as the page can know. */
export class Reading {
  #region: HTMLElement | null = null;
  #isReading = false;
  #timer: ReturnType<typeof setInterval> | null = null;
  readonly #listeners = new Set<() => void>();

  readonly get = (): boolean => this.#isReading;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Watches the region that holds the rows; the ref of its element. */
  readonly watch = (region: HTMLElement | null): (() => void) | undefined => {
    if (!region) return undefined;
    this.#region = region;
    const own = ["pointerenter", "pointermove", "pointerleave", "focusin", "focusout"];
    for (const name of own) region.addEventListener(name, this.#look);
    window.addEventListener("scroll", this.#look, { passive: true });
    document.addEventListener("selectionchange", this.#look);
    // The first look is when the rows have their places: to ask for these now would have them found at once.
    const first = requestAnimationFrame(this.#look);
    return () => {
      cancelAnimationFrame(first);
      for (const name of own) region.removeEventListener(name, this.#look);
      window.removeEventListener("scroll", this.#look);
      document.removeEventListener("selectionchange", this.#look);
      this.#region = null;
      this.#set(false);
    };
  };

  readonly #look = (): void => {
    this.#set(this.#region !== null && isRead(this.#region));
  };

  #set(isReading: boolean): void {
    if (isReading === this.#isReading) return;
    this.#isReading = isReading;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = isReading ? setInterval(this.#look, LOOK_MS) : null;
    for (const listener of this.#listeners) listener();
  }
}

/** By the pointer, the keyboard, marked text, an open menu, or by having scrolled. */
function isRead(region: HTMLElement): boolean {
  const isHovered = window.matchMedia("(hover: hover)").matches && region.matches(":hover");
  return (
    isHovered ||
    region.getBoundingClientRect().top < BAR_PX ||
    region.querySelector(`:focus-visible, ${OPEN_MENU}`) !== null ||
    region.closest(COVERED) !== null ||
    hasMarkedText(region)
  );
}

function hasMarkedText(region: HTMLElement): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && region.contains(selection.anchorNode);
}
