import type { PublicCatalogue, PublicType } from "@/lib/nouns/catalogues/public";
import { codeBlock } from "@/lib/public-pages/code-block";
import { addressOf, DEPRECATED, documentButton, frame, icon } from "@/lib/public-pages/frame";
import { inline, type Markup, markup, paragraphs } from "@/lib/public-pages/markup";

const VERIFIERS = [
  ["TypeScript", "verify.ts"],
  ["Python", "verify.py"],
  ["Go", "verify.go"],
  ["Ruby", "verify.rb"],
  ["PHP", "verify.php"],
] as const;

/** The page of all public event types. `home` is the address that this installation is reached at. */
export function listPage(catalogue: PublicCatalogue, types: readonly PublicType[], home: string): string {
  const { title, isIndexed } = catalogue;
  return frame({
    title,
    isIndexed,
    body: markup`<main id="main" class="wide">
<div class="intro"><div><h1>${title}</h1>${documentButton(catalogue)}</div>${introOf(catalogue)}</div>
${types.length === 0 ? markup`<p class="nothing">No event type is published yet.</p>` : listOf(catalogue, types)}
${guide(catalogue, home)}
</main>`,
  });
}

function introOf({ description }: PublicCatalogue): Markup {
  const text =
    description === ""
      ? "The events that are sent to your webhook endpoints, and what each one contains."
      : description;
  return markup`<div class="prose">${paragraphs(text)}</div>`;
}

function listOf(catalogue: PublicCatalogue, types: readonly PublicType[]): Markup {
  return markup`<div class="search script">${icon("search")}<input id="q" type="search" placeholder="Search ${types.length} event types" aria-label="Search event types" autocomplete="off"><span id="found" class="small muted" role="status"></span></div>
${groupTypes(types).map(
  ({ name, members }) =>
    markup`<section class="group">${name === "" ? "" : markup`<h2>${name}</h2>`}<ul class="rows">${members.map((type) => row(catalogue, type))}</ul></section>`,
)}
<p id="none" class="nothing" hidden>No event type has these words.</p>`;
}

/** The types of each category, in the order of the alphabet; those without one come last. */
export function groupTypes(types: readonly PublicType[]): { name: string; members: PublicType[] }[] {
  const groups = new Map<string, PublicType[]>();
  for (const type of types) groups.set(type.category, [...(groups.get(type.category) ?? []), type]);
  const names = [...groups.keys()].filter((name) => name !== "").sort((a, b) => a.localeCompare(b, "en"));
  const order = groups.has("") ? [...names, ""] : names;
  return order.map((name) => ({
    name: name === "" && names.length > 0 ? "Others" : name,
    members: groups.get(name) ?? [],
  }));
}

function row(catalogue: PublicCatalogue, type: PublicType): Markup {
  const { name, description, category, isDeprecated } = type;
  const [first = ""] = description.split(/\n\s*\n/);
  const text = `${name} ${category} ${description}`.toLowerCase().slice(0, 600);
  return markup`<li id="type-${name}" data-text="${text}"><a class="row" href="${addressOf(catalogue, name)}"><span class="name mono">${name}</span><span class="text">${inline(first)}</span><span class="side">${isDeprecated ? DEPRECATED : ""}</span></a></li>`;
}

function guide(catalogue: PublicCatalogue, home: string): Markup {
  const document = `${home}${addressOf(catalogue, undefined, ".json")}`;
  const body =
    catalogue.envelope === "none"
      ? markup`The body is the payload of the event.`
      : markup`The body is <code>{type, timestamp, data}</code>, where <code>data</code> is the payload of the event.`;
  return markup`<div class="guide">
<section aria-labelledby="verify"><h2 id="verify">Verify what you receive</h2>
<div class="prose"><p>${body} Every request is signed as <a href="https://www.standardwebhooks.com" rel="noreferrer">Standard Webhooks</a> says: <code>webhook-signature</code> is an HMAC-SHA256 of <code>webhook-id</code>, <code>webhook-timestamp</code> and the body, with the secret of your endpoint. Compare it over the bytes as they came, and refuse requests that are older than five minutes.</p><p>The same <code>webhook-id</code> may come more than once: handle it once. Ignore fields and event types that you do not know.</p></div>
<ul class="links small">${VERIFIERS.map(([name, file]) => markup`<li><a class="link" href="/verify/${file}" download>${name}</a></li>`)}</ul></section>
<section aria-labelledby="generate"><h2 id="generate">Generate types</h2>
<div class="prose"><p>The catalogue is an <a href="${addressOf(catalogue, undefined, ".json")}">OpenAPI 3.1 document</a> too, with each event type as a webhook.</p></div>
${codeBlock({ id: "generator", label: "TypeScript", text: `npx openapi-typescript ${document} -o events.d.ts`, wraps: true })}</section>
</div>`;
}
