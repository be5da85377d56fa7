import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { makeCertificate, toKeyPem } from "@/lib/egress/authority.fixture";
import { eventFor, until } from "@/lib/program/engines.fixture";
import { testBox } from "@/lib/program/runtime.fixture";
import { ProblemBench } from "@/lib/upkeep/problems/problem-bench.fixture";

let bench: ProblemBench;
beforeAll(async () => {
  bench = await ProblemBench.open();
});
afterAll(() => bench.close());
beforeEach(() => bench.renew());

const DAY_MS = 86_400_000;
const authority = makeCertificate({ name: "An authority", isAuthority: true });

/** A receiver whose certificate ends so many days from now. */
async function openReceiver(days: number): Promise<string> {
  const to = new Date(Date.now() + days * DAY_MS);
  const made = makeCertificate({ name: "receiver", names: ["127.0.0.1"], by: authority, to });
  const server = createServer({ key: toKeyPem(made), cert: made.pem }, (_request, response) => void response.end("ok"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const note = (host: string, days: number, seenDaysAgo = 0) =>
  bench.query(
    `insert into receiver_certificates (host, valid_to, seen_at)
     values ($1, now() + make_interval(secs => $2::float8 * 86400), now() - make_interval(secs => $3::float8 * 86400))
     on conflict (host) do update set valid_to = excluded.valid_to, seen_at = excluded.seen_at`,
    [host, days, seenDaysAgo],
  );
const endpoint = (url: string, name: string, of = bench.projectId) => bench.engines.endpoint(of, url, { name });

describe("an endpoint whose receiver's certificate ends soon", () => {
  it("is a problem once a real attempt has seen it, with the host and the day", async () => {
    const host = await openReceiver(5.5);
    const tls = testBox.seal(JSON.stringify({ client_certificate: "", client_key: "", ca_certificate: authority.pem }));
    const id = await bench.engines.endpoint(bench.projectId, `https://${host}/hook`, { name: "billing", tls });
    const engines = await bench.engines.start();
    await engines.recorder.record(eventFor(bench.projectId, id));
    const seen = async () =>
      (await bench.query("select valid_to from receiver_certificates where host = $1", [host])).rows;
    const [{ valid_to }] = await until(async () => ((await seen()).length > 0 ? seen() : null));
    await bench.engines.stop();
    await bench.look();
    expect(await bench.titles()).toEqual(["The certificate of billing's receiver ends in 5 days"]);
    const [problem] = await bench.problems();
    expect(problem?.cause).toContain(
      `${host} presents a certificate that is valid until ${valid_to.toISOString().slice(0, 10)}`,
    );
    await note(host, 90);
    await bench.look();
    bench.pass(45);
    await bench.look();
    expect((await bench.problems()).map(({ status }) => status)).toEqual(["over"]);
  });

  it("is found by the host of its address however it is written, and by nothing else of it", async () => {
    await note("hooks.example", 3.5);
    await note("xn--bcher-kva.example:8443", 3.5);
    await endpoint("HTTPS://user@Hooks.Example:443/in?x=1", "same");
    await endpoint("https://bücher.example:8443/", "words");
    await endpoint("https://hooks.example:8443/", "another port");
    await endpoint("http://hooks.example/", "without TLS");
    await endpoint("https://other.example/hooks.example", "path");
    await bench.look();
    expect((await bench.problems()).map(({ subject_name }) => subject_name).sort()).toEqual(["same", "words"]);
  });

  it("is one from the project's own threshold on, and none where it was not seen for a week or the rule is off", async () => {
    await endpoint("https://hooks.example/", "billing");
    await bench.setRule("receiver_certificate_expiring", { threshold: 3 });
    await note("hooks.example", 4.5);
    await bench.look();
    expect(await bench.titles()).toEqual([]);
    await note("hooks.example", 3.5, 6.9);
    await bench.look();
    expect(await bench.titles()).toEqual(["The certificate of billing's receiver ends in 3 days"]);
    await bench.query("delete from problems");
    await note("hooks.example", 3.5, 7.1);
    await bench.look();
    expect(await bench.titles()).toEqual([]);
    await note("hooks.example", -2);
    await bench.look();
    expect(await bench.titles()).toEqual(["The certificate of billing's receiver has ended"]);
    await bench.query("delete from problems");
    await bench.setRule("receiver_certificate_expiring", { isEnabled: false });
    await bench.look();
    expect(await bench.titles()).toEqual([]);
  });
});
