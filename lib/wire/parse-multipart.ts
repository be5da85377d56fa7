import { groupByName } from "@/lib/kernel/group-by-name";

const BOUNDARY = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i;
const MAX_PARTS = 1_000;
const MAX_PART_HEAD_BYTES = 4_096;

/** Stands for a file's content among the fields. */
export type MultipartFile = { filename: string; content_type: string; size: number };

type FieldValue = string | MultipartFile;
type Field = readonly [name: string, value: FieldValue];

/**
 * Parses the fields of a multipart/form-data body by name (RFC 7578); a repeated name has all its values. Text is its
 * value; a file is its name, type and size. Undefined for any other body. Reads at most 1,000 parts, each once, so that
 * its time grows only with the body's length.
 */
export function parseMultipart(
  payload: Buffer,
  contentType: string,
): Record<string, FieldValue | FieldValue[]> | undefined {
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return undefined;
  const opening = Buffer.from(`--${boundary}`);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // A preamble may precede the first boundary, which then begins a line of its own.
  const before = payload.subarray(0, opening.length).equals(opening) ? -2 : payload.indexOf(delimiter);
  if (before === -1) return undefined;
  const fields: Field[] = [];
  let start = before + delimiter.length;
  for (let count = 0; count < MAX_PARTS; count += 1) {
    const end = payload.indexOf(delimiter, start);
    if (end === -1) break;
    const field = readPart(payload.subarray(start, end));
    if (field) fields.push(field);
    start = end + delimiter.length;
  }
  return groupByName(fields);
}

/** `part` begins right after its boundary: with the end of that line, then headers, an empty line and the value. */
function readPart(part: Buffer): Field | null {
  const headEnd = part.subarray(0, MAX_PART_HEAD_BYTES).indexOf("\r\n\r\n");
  if (headEnd === -1) return null;
  const lines = part.toString("utf8", 0, headEnd).split("\r\n");
  const disposition = lines.find((line) => /^content-disposition:\s*form-data\b/i.test(line));
  const name = disposition && readParameter(disposition, "name");
  if (disposition === undefined || name === undefined) return null;
  return [name, toValue(part.subarray(headEnd + 4), readParameter(disposition, "filename"), lines)];
}

function toValue(bytes: Buffer, filename: string | undefined, lines: readonly string[]): FieldValue {
  if (filename === undefined) return bytes.toString("utf8");
  const type = lines
    .find((line) => /^content-type:/i.test(line))
    ?.slice("content-type:".length)
    .trim();
  return { filename, content_type: type || "application/octet-stream", size: bytes.length };
}

/** Browsers write a quote within a name as `%22`, other senders as `\"`. */
function readParameter(line: string, name: "name" | "filename"): string | undefined {
  const [, quoted, bare] = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, "i").exec(line) ?? [];
  return quoted?.replace(/\\(["\\])/g, "$1").replaceAll("%22", '"') ?? bare;
}
