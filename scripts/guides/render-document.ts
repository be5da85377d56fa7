import path from "node:path";
import { Marked, type Tokens } from "marked";
import { LIST, type ListedDocument, readDocument } from "./list-documents";
import { createHeadingIds, plainText } from "./read-markdown";

/** A document as its page shows it: without its first heading, which is the page's own. */
export function renderDocument(document: ListedDocument, listed: readonly ListedDocument[]): string {
  const idOf = createHeadingIds();
  let nearest = document.title;
  const own = new Marked({
    renderer: {
      heading(heading) {
        const id = idOf(heading);
        nearest = plainText(heading);
        if (heading.depth === 1) return "";
        return `<h${heading.depth} id="${id}">${this.parser.parseInline(heading.tokens)}</h${heading.depth}>\n`;
      },
      // What is too wide for the phone scrolls by itself, by keys too.
      table(table) {
        return `<section tabindex="0" aria-label="${escapeHtml(nearest)}">${tableOf(table, (cell) => this.parser.parseInline(cell.tokens))}</section>\n`;
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const address = addressOf(href, document.file, listed);
        if (address !== null) return `<a href="${escapeHtml(address)}">${words}</a>`;
        // The repository's files are not served.
        const file = path.posix.join(path.posix.dirname(document.file), href.replace(/#.*$/, ""));
        const name = `<code>${escapeHtml(file)}</code>`;
        return tokens.map(plainText).join("") === file ? name : `${words} (${name})`;
      },
    },
  });
  return own.parse(readDocument(document.file).replaceAll(/<!--.*?-->\n?/g, ""), { async: false });
}

/** Where a link leads in the program; null where it leads to a file that is not served. */
function addressOf(href: string, from: string, listed: readonly ListedDocument[]): string | null {
  if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href;
  const [place = "", hash] = href.split("#");
  const file = path.posix.join(path.posix.dirname(from), place);
  const found = listed.find((document) => document.file === file);
  const address = found ? `/docs/guides/${found.slug}` : servedAt(file);
  return address && (hash === undefined ? address : `${address}#${hash}`);
}

function servedAt(file: string): string | null {
  if (file === LIST) return "/docs/guides";
  return file.startsWith("public/") ? file.slice("public".length) : null;
}

function tableOf({ header, rows }: Tokens.Table, inline: (cell: Tokens.TableCell) => string): string {
  const isNamed = header.some(({ text }) => text !== "");
  const row = (tag: "th" | "td", cells: readonly Tokens.TableCell[]) =>
    `<tr>${cells.map((cell) => `<${tag === "th" && cell.text === "" ? "td" : tag}>${inline(cell)}</${tag === "th" && cell.text === "" ? "td" : tag}>`).join("")}</tr>`;
  const head = isNamed ? `<thead>${row("th", header)}</thead>` : "";
  return `<table>${head}<tbody>${rows.map((cells) => row("td", cells)).join("")}</tbody></table>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
