import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { CheckupBench, HUSH, MASTER_KEY } from "@/lib/checkup/checkup-bench.fixture";
import { PLANTS } from "@/lib/checkup/plants/plants.fixture";
import { examine, RULES } from "@/lib/checkup/rules/rules";
import { newId } from "@/lib/kernel/ids";
import { INSTALLATION } from "@/lib/kernel/installation";
import { kindsOf } from "@/lib/nouns/alert-rules/rules";
import { createProject } from "@/lib/nouns/projects/mutations";

let bench: CheckupBench;
beforeAll(async () => {
  bench = await CheckupBench.open();
});
afterAll(() => bench.close());

const HEALTHY = { level: "healthy", exit_code: 0, findings: [], not_looked_at: [] };

function expectNoSecret(shown: unknown): void {
  const text = JSON.stringify(shown);
  expect(text).not.toContain(HUSH);
  expect(text).not.toContain(JSON.stringify(MASTER_KEY).slice(1, -1));
}

it("finds nothing in a healthy installation, having looked at everything", async () => {
  expect(await bench.checkUp()).toMatchObject(HEALTHY);
  const { facts } = await bench.gather();
  const absent = Object.entries(facts).flatMap(([part, looked]) => (looked.seen && looked.value === null ? part : []));
  expect(absent).toEqual(["data folder", "egress proxy"]);
  for (const door of [facts["public address"], facts["ingest address"]]) {
    expect(door).toMatchObject({ value: { kind: "hookyard", database: "same" } });
  }
});

it("has a code for each finding, and each is brought about by a test", () => {
  const codes = RULES.map(({ code }) => code);
  expect(codes).toEqual([...new Set(codes)]);
  expect(codes.every((code) => /^[a-z][a-z0-9_]+$/.test(code))).toBe(true);
  const planted = PLANTS.flatMap(({ finds }) => Object.keys(finds));
  expect([...new Set(planted)].sort()).toEqual([...codes].sort());
});

it("is brought about at each of its levels where it has several", () => {
  const planted = new Set(PLANTS.flatMap(({ finds }) => Object.entries(finds).map((one) => one.join(" "))));
  const missing = RULES.flatMap(({ code, levels }) => levels.map((level) => `${code} ${level}`)).filter(
    (one) => !planted.has(one),
  );
  // Nobody fills a disk with 16 GiB of log, leaves the check-up no connection, or waits a minute for it.
  expect(missing).toEqual(["slot_retains_log critical", "connections_used_up critical", "inbox_waits warning"]);
});

describe("finds", () => {
  for (const plant of PLANTS) {
    const { finds, how, missing } = plant;
    const name = [
      Object.entries(finds)
        .map((one) => one.join(" "))
        .join(", "),
      how,
    ]
      .filter(Boolean)
      .join(": ");
    const lacking = missing?.() ?? null;
    if (lacking) console.log(`skipped: ${name}: this machine has no ${lacking}.`);
    it.skipIf(lacking)(name, async () => {
      const arranged = await plant.arrange(bench);
      onTestFinished(async () => {
        await arranged.undo?.();
      });
      const gathered = plant.alter ? await bench.gather(arranged) : null;
      const findings =
        gathered && plant.alter
          ? examine(plant.alter(gathered.facts))
          : await bench.checkUp(arranged).then((report) => {
              expectNoSecret(report);
              return report.findings;
            });
      const levels = new Map(findings.map(({ code, level }) => [code, level]));
      for (const [code, level] of Object.entries(finds)) expect([code, levels.get(code)]).toEqual([code, level]);
      for (const { what, why, remedy } of findings)
        expect([what, why, remedy].every((text) => text.length > 9)).toBe(true);
    });
  }
});

it("finds that somebody is told by a route, by mail, or where every rule is off", async () => {
  const { uid } = await createProject(bench.api.system, { name: "told", type: "outgoing" });
  const [endpoint, route] = [newId(), newId()];
  await bench.ask("insert into endpoints (project_id, id, name, url) values ($1, $2, 'e', 'https://example.com')", [
    uid,
    endpoint,
  ]);
  onTestFinished(async () => {
    await bench.ask("delete from alert_routes where id = $1", [route]);
    await bench.ask("delete from alert_rules");
    await bench.ask("delete from endpoints where id = $1", [endpoint]);
  });
  const codes = async () => (await bench.checkUp()).findings.map(({ code }) => code);
  expect(await codes()).toEqual(["nobody_is_told"]);
  await bench.ask("update endpoints set support_email = 'help@example.com' where id = $1", [endpoint]);
  expect(await codes()).toEqual([]);
  await bench.ask("update endpoints set support_email = null where id = $1", [endpoint]);
  await bench.ask(
    `insert into alert_routes (project_id, id, name, type, settings, pause_seconds, is_enabled)
     values ($1, $2, 'on call', 'slack', '', 60, true)`,
    [INSTALLATION, route],
  );
  expect(await codes()).toEqual([]);
  await bench.ask("update alert_routes set is_enabled = false where id = $1", [route]);
  expect(await codes()).toEqual(["nobody_is_told"]);
  for (const scope of ["project", "installation"] as const) {
    await bench.ask(
      `insert into alert_rules (project_id, kind, is_enabled, threshold)
       select scope.id, kind, false, 0 from unnest($1::text[]) kind cross join (
         select id from projects where $2 = 'project' union all select $3::uuid where $2 <> 'project'
       ) scope`,
      [kindsOf(scope), scope, INSTALLATION],
    );
  }
  expect(await codes()).toEqual([]);
});

it("finds nothing again when all of that is undone", async () => {
  expect(await bench.checkUp()).toMatchObject(HEALTHY);
});

it("tells the worst first, and ends with the code of the worst", async () => {
  const advice = { HOOKYARD_KEY_RATE: "0" };
  const warning = { ...advice, HOOKYARD_ADDRESS_RATE: "0" };
  const critical = { ...warning, HOOKYARD_EGRESS_ALLOW: "0.0.0.0/0" };
  const levels = async (settings: Record<string, string>) => {
    const { findings, level, exit_code } = await bench.checkUp({ settings });
    return [exit_code, level, findings.map((finding) => finding.level)];
  };
  expect(await levels(advice)).toEqual([0, "advice", ["advice"]]);
  expect(await levels(warning)).toEqual([1, "warning", ["warning", "advice"]]);
  expect(await levels(critical)).toEqual([2, "critical", ["critical", "warning", "advice"]]);
  expect((await bench.checkUp({ settings: { DATABASE_URL: "postgres://127.0.0.1:1/x" } })).exit_code).toBe(3);
  expect((await bench.checkUp({ settings: { PORT: "many" } })).exit_code).toBe(3);
});

it("works with a user that may write nothing", async () => {
  await bench.server.ask("alter role app set default_transaction_read_only = on");
  onTestFinished(() => void bench.server.ask("alter role app reset default_transaction_read_only"));
  const { findings, not_looked_at } = await bench.checkUp();
  expect(findings.map(({ code }) => code)).toEqual(["database_read_only"]);
  expect(not_looked_at).toEqual([]);
});

describe("goes on where", () => {
  it("a table cannot be read, and says what it did not look at", async () => {
    const client = new pg.Client({ connectionString: bench.settings.DATABASE_URL });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("begin; lock table source_consumers in access exclusive mode");
    const report = await bench.checkUp({
      search: { patienceMs: 3_000 },
      settings: { HOOKYARD_ADDRESS_RATE: "0" },
    });
    expect(report.not_looked_at.map(({ part }) => part).sort()).toEqual(["change streams", "sources"]);
    expect(report.findings.map(({ code }) => code)).toEqual(["address_rate_off"]);
    expect(report.exit_code).toBe(1);
  });

  it("nobody ever answers: database, addresses, mail server, identity provider", async () => {
    const sockets: Socket[] = [];
    const mute = createServer((socket) => sockets.push(socket.on("error", () => {})));
    mute.listen(0, "127.0.0.1");
    await once(mute, "listening");
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      mute.close();
    });
    const at = `127.0.0.1:${(mute.address() as AddressInfo).port}`;
    const report = await bench.checkUp({
      search: { patienceMs: 1_000 },
      settings: {
        DATABASE_URL: `postgres://app:${HUSH}@${at}/hookyard`,
        HOOKYARD_URL: `http://${at}`,
        SMTP_URL: `smtp://me:${HUSH}@${at}`,
        OIDC_ISSUER: `http://${at}`,
        HOOKYARD_ADDRESS_RATE: "0",
      },
    });
    expectNoSecret(report);
    expect(report.exit_code).toBe(3);
    const codes = report.findings.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(["database_unreachable", "mail_server_unusable", "address_rate_off"]));
    const unseen = report.not_looked_at.filter(({ why }) => why === "no answer within 1 s").map(({ part }) => part);
    expect(unseen.sort()).toEqual(["public address", "single sign-on"]);
  });
});
