import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { findStyleNonce } from "@/components/layout/style-nonce";

export type CodeLanguage = "javascript" | "json";

export type MountOptions = {
  parent: HTMLElement;
  language: CodeLanguage;
  text: string;
  placeholder: string;
  look: EditorLook;
  onChange(text: string): void;
  onLeave(): void;
};

/** What changes while the editor is mounted. `badLine` counts from 1. */
export type EditorLook = { attributes: Record<string, string>; isReadOnly: boolean; badLine: number | null };

export type MountedEditor = {
  /**
   * Shows another text than the typed one, such as the original. A text that was reported to `onChange` comes back here
   * a moment later, when more may have been typed: that changes nothing.
   */
  setText(text: string): void;
  setLook(look: EditorLook): void;
  /** Focuses it with the cursor at one position, or a selection between two. */
  focus(caret: readonly number[]): void;
  destroy(): void;
};

const LANGUAGES: Record<CodeLanguage, () => Extension> = { javascript: () => javascript(), json: () => json() };

/** Mounts an editor in an element. Tab is left to the page, so that it leaves the editor as it leaves any field. */
export function mountEditor(options: MountOptions): MountedEditor {
  const look = new Compartment();
  /** Reported texts that have not come back yet. */
  let told = [options.text];
  const view = new EditorView({
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        LANGUAGES[options.language](),
        lineNumbers(),
        history(),
        indentOnInput(),
        bracketMatching(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.cspNonce.of(findStyleNonce() ?? ""),
        placeholder(options.placeholder),
        syntaxHighlighting(COLOURS),
        SHAPE,
        badLineField,
        look.of(toExtensions(options.look)),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          const text = update.state.doc.toString();
          told.push(text);
          options.onChange(text);
        }),
        EditorView.domEventHandlers({ blur: () => options.onLeave() }),
      ],
    }),
  });
  return {
    setText(text) {
      const current = view.state.doc.toString();
      const back = text === current ? told.length : told.indexOf(text) + 1;
      told = told.slice(back);
      if (text === current || back > 0) return;
      told = [];
      view.dispatch({ changes: { from: 0, to: current.length, insert: text } });
    },
    setLook(next) {
      view.dispatch({ effects: [look.reconfigure(toExtensions(next)), setBadLine.of(next.badLine)] });
    },
    focus([anchor = 0, head = anchor]) {
      view.dispatch({ selection: { anchor, head } });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

function toExtensions({ attributes, isReadOnly }: EditorLook): Extension {
  return [
    EditorView.contentAttributes.of({ spellcheck: "false", ...attributes }),
    EditorState.readOnly.of(isReadOnly),
    EditorView.editable.of(!isReadOnly),
  ];
}

const setBadLine = StateEffect.define<number | null>();

const badLineField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setBadLine)) continue;
      const { doc } = transaction.state;
      const isThere = effect.value !== null && effect.value >= 1 && effect.value <= doc.lines;
      next = isThere ? Decoration.set(BAD_LINE.range(doc.line(effect.value ?? 1).from)) : Decoration.none;
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const BAD_LINE = Decoration.line({ class: "cm-bad-line" });

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null, tags.operatorKeyword], color: "var(--color-processing)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--color-success)" },
  { tag: tags.number, color: "var(--color-scheduled)" },
  { tag: [tags.propertyName, tags.function(tags.variableName)], color: "var(--color-accent)" },
  { tag: tags.comment, color: "var(--color-ink-muted)" },
  { tag: tags.invalid, color: "var(--color-failure)" },
]);

/** Looks like a field of the form. All colours are variables, which change with the theme. */
const SHAPE = EditorView.theme({
  "&": { fontSize: "inherit", color: "var(--color-ink)", maxHeight: "26rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-geist-mono), ui-monospace, monospace", lineHeight: "1.25rem" },
  ".cm-content": { padding: "6px 0", caretColor: "var(--color-ink)", minHeight: "5rem" },
  // Browsers write the colour of typed-over text into the line, where it would outlive a change of theme.
  ".cm-line": { padding: "0 10px 0 6px", color: "var(--color-ink) !important" },
  ".cm-gutters": {
    backgroundColor: "var(--color-sunken)",
    color: "var(--color-ink-muted)",
    borderRight: "1px solid var(--color-line)",
  },
  ".cm-placeholder": { color: "var(--color-ink-muted)" },
  ".cm-bad-line": { backgroundColor: "var(--color-failure-soft)", boxShadow: "inset 2px 0 var(--color-failure)" },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--color-accent-soft)",
    outline: "1px solid var(--color-accent)",
  },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--color-failure-soft)" },
});
