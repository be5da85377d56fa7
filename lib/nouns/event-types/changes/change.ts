/** What changed for the receivers of an event type, as a statement. */
export type Change = {
  /** The place in the event: `data.amount`, `data.lines[].sku`; `description` or `example` of the type itself. */
  readonly path: string;
  readonly message: string;
  readonly is_breaking: boolean;
};

/** Notes a change. */
export type Tell = (path: string, message: string, isBreaking: boolean) => void;

/** A statement of a value at a known place; null if nothing of it changed. */
export type Statement = { readonly message: string; readonly isBreaking: boolean } | null;

export const breaking = (message: string): Statement => ({ message, isBreaking: true });
export const compatible = (message: string): Statement => ({ message, isBreaking: false });
