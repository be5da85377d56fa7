import { raw } from "hono/html";
import type { PublicCatalogue, PublicContent, PublicType, PublicVersion } from "@/lib/nouns/catalogues/public";
import type { SchemaObject } from "@/lib/nouns/event-types/validator";
import { codeBlock } from "@/lib/public-pages/code-block";
import { type DescribedField, describeFields } from "@/lib/public-pages/describe-fields";
import { addressOf, DEPRECATED, frame, icon, topOf } from "@/lib/public-pages/frame";
import { groupTypes } from "@/lib/public-pages/list-page";
import { day, inline, type Markup, markup, paragraphs } from "@/lib/public-pages/markup";
import { toEnvelope } from "@/lib/public-pages/openapi-document";
import { parseExact, stringifyExact } from "@/lib/wire/exact-json";

type Shown = {
  type: PublicContent;
  /** All of the catalogue, for the list at the side. */
  types: readonly PublicType[];
  versions: readonly PublicVersion[];
};

/** The page of one event type: its example, its fields, and what changed. */
export function typePage(catalogue: PublicCatalogue, { type, types, versions }: Shown): string {
  return frame({
    title: `${type.name} · ${catalogue.title}`,
    isIndexed: catalogue.isIndexed,
    top: topOf(catalogue, type.name),
    body: markup`<div class="wide frame">
${sideList(catalogue, type, types)}
<main id="main" class="article">
${head(catalogue, type)}
${type.example === null ? "" : part("example", "Example", codeBlock({ id: "payload", label: "Body of a delivery", text: bodyOf(catalogue, type) }))}
${type.schema === null ? part("fields", "Fields", markup`<p class="muted">This event type has no schema: its payload may be any JSON.</p>`) : fieldsPart(catalogue, type.schema)}
${versions.length === 0 ? "" : part("history", "Changes", markup`<p class="small muted">${inline("`data` is the payload of the event.")}</p>${history(versions, type.version)}`)}
</main></div>`,
  });
}

function sideList(catalogue: PublicCatalogue, shown: PublicContent, types: readonly PublicType[]): Markup {
  const link = ({ name }: PublicType) =>
    markup`<li><a class="mono" href="${addressOf(catalogue, name)}"${name === shown.name ? raw(' aria-current="page"') : ""}>${name}</a></li>`;
  return markup`<nav class="list" aria-label="Event types">${groupTypes(types).map(
    ({ name, members }) => markup`${name === "" ? "" : markup`<h2>${name}</h2>`}<ul>${members.map(link)}</ul>`,
  )}</nav>`;
}

function head(catalogue: PublicCatalogue, type: PublicContent): Markup {
  const { name, description, category, version, changedAt, isDeprecated } = type;
  return markup`<div class="head"><a class="back" href="${addressOf(catalogue)}">${icon("back")}All event types</a>
<div class="title"><h1>${name}</h1>${isDeprecated ? DEPRECATED : ""}</div>
<p class="meta">${category === "" ? "" : markup`<span>${category}</span>`}<span>Version ${version}</span>${changedAt === null ? "" : markup`<span>Changed ${day(changedAt)}</span>`}</p>
${description === "" ? "" : markup`<div class="prose">${paragraphs(description)}</div>`}
${isDeprecated ? markup`<div class="callout">${icon("archive")}<p>It is still sent, and not to be used any more: do not build anything new on it.</p></div>` : ""}</div>`;
}

function part(id: string, title: string, content: Markup): Markup {
  return markup`<section class="part" aria-labelledby="${id}"><h2 id="${id}">${title}<a href="#${id}" aria-label="Link to ${title}">#</a></h2>${content}</section>`;
}

/** The body as it arrives. */
function bodyOf({ envelope }: PublicCatalogue, { name, example }: PublicContent): string {
  const payload = parseExact(example ?? "null");
  return stringifyExact(envelope === "none" ? payload : toEnvelope(name, payload), 2);
}

function fieldsPart({ envelope }: PublicCatalogue, schema: string): Markup {
  const { fields, isCut } = describeFields(parseExact(schema) as SchemaObject);
  const where = envelope === "none" ? "the body" : "`data`";
  const table = markup`<div class="table"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Presence</th><th scope="col">Description</th></tr></thead><tbody>${fields.map(fieldRow)}</tbody></table></div>`;
  return part(
    "fields",
    "Fields",
    markup`<p class="small muted">${inline(fields.length === 0 ? `The schema names no fields of ${where}.` : `Of ${where}. Others may be added at any time: ignore those that you do not know.`)}</p>
${fields.length === 0 ? "" : table}
${isCut ? markup`<p class="small muted">There are more: see the schema.</p>` : ""}
<details><summary>JSON Schema</summary>${codeBlock({ id: "schema", label: "JSON Schema, draft 2020-12", text: schema })}</details>`,
  );
}

function fieldRow({ parent, name, type, isRequired, isDeprecated, description, limits }: DescribedField): Markup {
  const about = markup`${description === "" ? "" : markup`<p>${inline(description)}</p>`}${limits.length === 0 ? "" : markup`<ul>${limits.map((limit) => markup`<li class="limit mono">${limit}</li>`)}</ul>`}`;
  return markup`<tr><td class="mono"><span class="path">${parent}</span><span class="name">${name}</span></td><td class="type">${type}</td><td class="presence">${isRequired ? markup`<span class="required">Required</span>` : markup`<span class="muted">Optional</span>`}${isDeprecated ? markup` ${DEPRECATED}` : ""}</td><td class="about">${about}</td></tr>`;
}

function history(versions: readonly PublicVersion[], present: number): Markup {
  return markup`<ol class="history">${versions.map(
    ({ number, note, savedAt, changes }) =>
      markup`<li class="${number === present ? "now" : "past"}"><p class="meta"><b>Version ${number}</b>${savedAt === null ? "" : day(savedAt)}</p>${note === "" ? "" : markup`<p>${note}</p>`}${changes === null ? markup`<p class="small muted">The first version here.</p>` : changeList(changes)}</li>`,
  )}</ol>`;
}

const BREAKING = markup`<span class="mark failure">${icon("breaking")}Breaking</span>`;
const COMPATIBLE = markup`<span class="mark success">${icon("compatible")}Compatible</span>`;

function changeList(changes: NonNullable<PublicVersion["changes"]>): Markup {
  if (changes.length === 0) return markup`<p class="small muted">Nothing changed for receivers.</p>`;
  return markup`<ul class="changes">${changes.map(
    ({ message, is_breaking }) =>
      markup`<li>${is_breaking ? BREAKING : COMPATIBLE}<span>${inline(message)}</span></li>`,
  )}</ul>`;
}
