import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCertificate, toKeyPem } from "@/lib/egress/authority.fixture";
import { SETTINGS } from "@/lib/kernel/env";
import { hasProgram, listDeployFiles, readText, runProgram, stopSeconds } from "@/scripts/deploy/deploy-files.fixture";

const SETTING = /\b(?:HOOKYARD|OIDC|SMTP)_[A-Z][A-Z_]*\b|\bDATABASE_URL(?:_FILE)?\b/g;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "hookyard-deploy-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

it.each(listDeployFiles())("%s names settings that there are", (file) => {
  for (const name of readText(file).match(SETTING) ?? []) expect(SETTINGS).toContain(name);
});

describe("the service of systemd", () => {
  const unit = readText("deploy/systemd/hookyard.service");
  const fieldOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";

  it("starts as npm start does, and waits longer for its end than that takes", () => {
    const { scripts } = JSON.parse(readText("package.json")) as { scripts: { start: string } };
    expect(fieldOf("ExecStart")).toBe(scripts.start.replace(/^exec node/, "/usr/bin/node"));
    expect(Number(fieldOf("TimeoutStopSec"))).toBeGreaterThan(stopSeconds({}));
    // Otherwise PostgreSQL and the other processes would be told to stop beside the program that stops them.
    expect(fieldOf("KillMode")).toBe("mixed");
  });

  it("may write to its data alone", () => {
    expect(fieldOf("ProtectSystem")).toBe("strict");
    expect(fieldOf("Environment")).toContain(`HOOKYARD_DATA=/var/lib/${fieldOf("StateDirectory")}`);
    expect(fieldOf("User")).not.toMatch(/^(root)?$/);
  });

  it.skipIf(!hasProgram("systemd-analyze", "--version"))("is one to systemd, which finds nothing odd", () => {
    const here = unit.replaceAll("/usr/bin/node", process.execPath).replace(/^(WorkingDirectory)=.*$/m, `$1=${folder}`);
    expect(runProgram("systemd-analyze", "verify", "--man=no", write("hookyard.service", here))).toBe("");
    expect(() =>
      runProgram(
        "systemd-analyze",
        "verify",
        "--man=no",
        write("other.service", here.replace("ExecStart", "ExecStrat")),
      ),
    ).toThrow();
  });
});

describe("the examples of proxies", () => {
  const nginx = readText("deploy/nginx.conf");
  const caddy = readText("deploy/Caddyfile");

  it("let the largest payload pass, hold no stream back, and tell who asks, for what and how", () => {
    for (const line of ["client_max_body_size 64m;", "proxy_buffering off;"]) expect(nginx).toContain(line);
    for (const name of ["For", "Host", "Proto"]) expect(nginx).toContain(`proxy_set_header X-Forwarded-${name} `);
    for (const line of ["max_size 64MB", "flush_interval -1"]) expect(caddy).toContain(line);
  });

  it.skipIf(!hasProgram("nginx", "-v"))("are ones to nginx", () => {
    const made = makeCertificate({ name: "hooks.example.com" });
    const here = nginx
      .replace(/^(\s*ssl_certificate) .*$/m, `$1 ${write("certificate.pem", made.pem)};`)
      .replace(/^(\s*ssl_certificate_key) .*$/m, `$1 ${write("key.pem", toKeyPem(made))};`);
    const site = write("site.conf", here);
    const whole = write(
      "nginx.conf",
      `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp { include ${site}; }\n`,
    );
    expect(runProgram("nginx", "-t", "-c", whole)).toContain("test is successful");
  });

  it.skipIf(!hasProgram("caddy", "version"))("are ones to Caddy", () => {
    const said = runProgram("caddy", "validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile");
    expect(said).toContain("Valid configuration");
  });
});
