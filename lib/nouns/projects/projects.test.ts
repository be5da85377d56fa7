import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiBench, type ApiProject } from "@/lib/api/api.fixture";
import { ProjectSettings } from "@/lib/nouns/project-settings/schemas";
import { readProjectSettings } from "@/lib/nouns/project-settings/stored-settings";

let bench: ApiBench;
let project: ApiProject;
beforeAll(async () => {
  bench = await ApiBench.open();
  project = await bench.project("outgoing");
});
afterAll(() => bench.close());

const put = (body: object) => project.ask("PUT", "", { body });

describe("a project", () => {
  it("has every setting with its default", async () => {
    const { body } = await project.ask("GET", "");
    expect(body.data).toMatchObject({ uid: project.id, type: "outgoing", settings: ProjectSettings.parse({}) });
  });

  it("merges its settings group by group", async () => {
    await put({ settings: { retry: { retry_limit: 3 }, signature: { header: "X-Shop" } } });
    const { body } = await put({ settings: { retry: { strategy: "linear" }, idempotency_window: 120 } });
    expect(body.data.settings).toMatchObject({
      retry: { strategy: "linear", retry_limit: 3, interval_seconds: 10 },
      signature: { header: "X-Shop", hash: "SHA256" },
      idempotency_window: 120,
      max_payload_read_size: 1_048_576,
    });
    const wrong = await put({ settings: { retry: { retry_limit: 0, nonsense: 1 }, signature: { hash: "X" } } });
    expect(wrong.body.error.fields.map((field: { path: string }) => field.path)).toEqual([
      "settings.retry.retry_limit",
      "settings.retry.nonsense",
      "settings.signature.hash",
    ]);
  });

  it("names the headers that describe a delivery, none of them twice or with another meaning", async () => {
    const other = await bench.project("outgoing");
    const set = (settings: object) => other.ask("PUT", "", { body: { settings } });
    const { body } = await set({ delivery: { event_type_header: "X-Kind", attempt_header: "" } });
    expect(body.data.settings.delivery).toEqual({
      event_type_header: "X-Kind",
      event_id_header: "webhook-event-id",
      attempt_header: "",
      envelope: "none",
    });
    const field = (name: string) => `settings.delivery.${name}_header`;
    const WRONG: [object, string[]][] = [
      [{ delivery: { event_id_header: "x-kind" } }, [field("event_id")]],
      [{ delivery: { event_id_header: "x-hookyard-SIGNATURE" } }, [field("event_id")]],
      [{ delivery: { event_id_header: "Webhook-Signature" } }, [field("event_id")]],
      [{ delivery: { event_id_header: "Transfer-Encoding" } }, [field("event_id")]],
      [{ delivery: { event_id_header: "a b" } }, [field("event_id")]],
      [{ signature: { header: "X-KIND" } }, [field("event_type")]],
      [{ signature: { header: "webhook-id" } }, ["settings.signature.header"]],
    ];
    for (const [settings, paths] of WRONG) {
      const refused = await set(settings);
      expect([refused.status, refused.body.error?.fields.map((wrong: { path: string }) => wrong.path)]).toEqual([
        422,
        paths,
      ]);
    }
    expect((await other.ask("GET", "")).body.data.settings).toEqual(body.data.settings);
  });

  it("has a limit and a retention, whose change is dated because it takes effect later", async () => {
    const changedAt = async () =>
      (
        await bench.services.db
          .selectFrom("projects")
          .select("retention_changed_at")
          .where("id", "=", project.id)
          .executeTakeFirstOrThrow()
      ).retention_changed_at;
    const { body } = await put({ settings: { rate_limit: { count: 600 }, breaker: { failure_count: 7 } } });
    expect(body.data.settings).toMatchObject({ rate_limit: { count: 600, duration: 60 }, retention: 30 });
    expect(await changedAt()).toBeNull();
    const changed = await put({ settings: { retention: 7, rate_limit: { duration: 1 } } });
    expect(changed.body.data.settings).toMatchObject({
      rate_limit: { count: 600, duration: 1 },
      retention: 7,
      breaker: { failure_count: 7, probe_interval: 30 },
    });
    expect(await changedAt()).not.toBeNull();
    expect((await put({ settings: { retention: -1 } })).status).toBe(422);
  });

  it("encrypts its meta events' secret and keeps it if it is sent back redacted", async () => {
    const url = "https://example.com/meta";
    const first = await put({ settings: { meta_event: { is_enabled: true, url, secret: "tell nobody" } } });
    expect(first.body.data.settings.meta_event.secret).toBe("[REDACTED]");
    await put({ settings: { meta_event: { secret: "[REDACTED]", event_type: ["project.updated"] } } });
    const row = await bench.services.db
      .selectFrom("projects")
      .selectAll()
      .where("id", "=", project.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row.settings)).not.toContain("tell nobody");
    expect(readProjectSettings(row.settings, bench.services.box).meta_event).toMatchObject({
      url,
      secret: "tell nobody",
    });
    const [told] = (await project.ask("GET", "/meta-events")).body.data.content;
    expect(told.event_type).toBe("project.updated");
    expect(told.metadata.raw).not.toContain("tell nobody");
    const internal = await put({ settings: { meta_event: { url: "http://10.1.1.1/" } } });
    expect([internal.status, internal.body.error.fields[0].path]).toEqual([422, "settings.meta_event.url"]);
  });

  it("has a unique name, in any case", async () => {
    const other = await bench.project("incoming");
    expect((await put({ name: "Billing" })).body.data.name).toBe("Billing");
    const taken = await other.ask("PUT", "", { body: { name: "BILLING" } });
    expect([taken.status, taken.body.error.code]).toEqual([409, "duplicate"]);
  });
});
