import { describe, expect, it } from "vitest";
import type { SendResult } from "@/lib/egress/send";
import { readCauseDetail } from "@/lib/sending/cause-detail";

function answered(body: string, contentType = "application/json", status = 500): SendResult {
  const headers = { "content-type": contentType };
  const timing = { startedAt: new Date(0), durationMs: 1 };
  return { status, headers, body: Buffer.from(body), bodyTruncated: false, error: null, ...timing };
}
const detail = (body: string, contentType?: string, status?: number) =>
  readCauseDetail(answered(body, contentType, status));

describe("the detail of a cause", () => {
  it("is the error's own word of a JSON answer, the most exact one", () => {
    expect(detail(`{"message": "Too bad", "code": "card_declined"}`)).toBe("card_declined");
    expect(detail(`{"error": {"type": "rate_limit", "message": "Slow down"}}`)).toBe("rate_limit");
    expect(detail(`{"error": "maintenance"}`, "text/plain")).toBe("maintenance");
    expect(detail(`{"type": "about:blank", "title": "Out of stock"}`)).toBe("Out of stock");
    expect(detail(`{"ok": false}`)).toBe("");
  });

  it("is the title of a page, or the first line of a plain answer", () => {
    expect(detail("<html><head><title>Sign in</title>", "text/html")).toBe("Sign in");
    expect(detail("<html><body>no title", "text/html")).toBe("");
    expect(detail("\n  upstream connect error\nmore", "text/plain")).toBe("upstream connect error");
    expect(detail("")).toBe("");
  });

  it("leaves out the status and its phrase, which every answer with it has", () => {
    expect(detail("<html><head><title>502 Bad Gateway</title>", "text/html", 502)).toBe("");
    expect(detail(`{"error": "Internal Server Error"}`)).toBe("");
    expect(detail("500: out of memory", "text/plain")).toBe("out of memory");
  });

  it("reads the same when the same error names another id, number or time", () => {
    const of = (id: string) => detail(`{"error": "order ${id} failed after 31 ms"}`);
    expect(of("8d1f0c9e-3c6f-4f1a-9a1e-6a7b8c9d0e1f")).toBe("order # failed after # ms");
    expect(of("ord_9f8e7d6c5b4a")).toBe("order # failed after # ms");
  });

  it("is short, and free of what a database or a list cannot show", () => {
    expect(detail(`{"message": "${"long ".repeat(100)}"}`)).toHaveLength(0);
    expect(detail("word ".repeat(100), "text/plain")).toHaveLength(60);
    expect(detail("a\u0000b\u202ec\ud800d", "text/plain")).toBe("a b c\ufffdd");
  });

  it("is the phase of a time-out or the fault of a certificate", () => {
    const failed = (error: SendResult["error"]) => readCauseDetail({ ...answered("{}"), error });
    expect(failed({ code: "timeout", message: "No answer.", detail: "answer" })).toBe("answer");
    expect(failed({ code: "dns", message: "No address." })).toBe("");
  });
});
