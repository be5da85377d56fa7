import { isUtf8 } from "node:buffer";

/**
 * Builds the body that Standard Webhooks recommends, `{type, timestamp, data}`. A JSON payload is inserted byte for
 * byte; other text becomes a JSON string, and bytes that are not UTF-8 become base64, which `encoding` declares.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#payload-structure
 */
export function wrapPayload(payload: Buffer, { type, at }: { type: string; at: Date }): Buffer {
  const head = `{"type":${JSON.stringify(type)},"timestamp":"${at.toISOString()}","data":`;
  if (!isUtf8(payload)) return Buffer.from(`${head}"${payload.toString("base64")}","encoding":"base64"}`);
  const text = payload.toString();
  if (!isJson(text)) return Buffer.from(`${head}${JSON.stringify(text)}}`);
  return Buffer.concat([Buffer.from(head), payload, CLOSE]);
}

const CLOSE = Buffer.from("}");

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
