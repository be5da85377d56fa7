import { describe, expect, it } from "vitest";
import {
  hasProgram,
  readYaml,
  runProgram,
  stopSeconds,
  understand,
  type Yaml,
} from "@/scripts/deploy/deploy-files.fixture";
import { readStages } from "@/scripts/deploy/dockerfile.fixture";
import { check, FOLDER, listFiles, readObjects } from "@/scripts/deploy/kubernetes.fixture";

const objects = readObjects();
const named = (kind: string, name: string) =>
  objects.find(({ object }) => String(object.kind) === kind && String(object.metadata?.name) === name)?.object as Yaml;
const config = named("ConfigMap", "hookyard");
const secret = named("Secret", "hookyard");
const [kustomization] = readYaml(`${FOLDER}/kustomization.yaml`) as [Yaml];

/** The pods that are made, with the one container of each. */
const pods = objects
  .filter(({ object }) => ["Deployment", "Job"].includes(String(object.kind)))
  .map(({ object }) => {
    const template = object.spec?.template as Yaml;
    const pod = template.spec as Yaml;
    return {
      name: String(object.metadata?.name),
      labels: template.metadata?.labels as Yaml,
      pod,
      container: pod.containers?.[0] as Yaml,
    };
  });
const copies = pods.filter(({ container }) => container.ports !== undefined);

function settingsOf(container: Yaml): Record<string, string> {
  const own = ((container.env ?? []) as Yaml[]).map(({ name, value }) => [String(name), value as unknown]);
  return { ...((container.envFrom ? config.data : {}) as object), ...Object.fromEntries(own) } as Record<
    string,
    string
  >;
}

const portOf = (container: Yaml, name: unknown) =>
  ((container.ports ?? []) as Yaml[]).find((port) => port.name === name)?.containerPort as unknown as
    | number
    | undefined;

const selects = (selector: Yaml, labels: Yaml) =>
  Object.entries(selector).every(([name, value]) => (labels as unknown as Record<string, unknown>)[name] === value);

describe("the objects of Kubernetes", () => {
  it.each(
    objects.map(
      ({ file, object }) => [file, `${String(object.kind)} ${String(object.metadata?.name)}`, object] as const,
    ),
  )("in %s: %s fits the schema of its kind", (_file, _name, object) => {
    check(object);
  });

  it("would not with a field that there is none of, or a value of another kind", () => {
    const deployment = () => structuredClone(named("Deployment", "hookyard-web"));
    const misspelt = deployment();
    Object.assign(misspelt.spec?.template?.spec as object, { terminationGracePeriodSecond: 60 });
    expect(() => check(misspelt)).toThrow("Deployment has no field /spec/template/spec/terminationGracePeriodSecond.");
    const wrong = deployment();
    Object.assign(wrong.spec as object, { replicas: "two" });
    expect(() => check(wrong)).toThrow();
  });

  it("are all applied but the example of a secret, with the image that is named there", () => {
    const all = listFiles().filter((file) => !["kustomization.yaml", "secret.example.yaml"].includes(file));
    expect([...(kustomization.resources as Yaml[])].sort()).toEqual(all.sort());
    expect((kustomization.images as Yaml[]).map(({ name }) => name)).toEqual(["hookyard"]);
    for (const { container } of pods) expect(String(container.image)).toMatch(/^hookyard:(?!latest)[\w.-]+$/);
  });

  it.skipIf(!hasProgram("kubectl", "version", "--client"))("are put together by kubectl", () => {
    const whole = runProgram("kubectl", "kustomize", FOLDER);
    expect(whole.match(/^kind: /gm)).toHaveLength(objects.length - 1);
    expect(whole).not.toMatch(/image: hookyard:/);
  });
});

describe.each(pods)("the pod of $name", ({ pod, container, labels }) => {
  it("has settings that the program takes, and finds its secrets", () => {
    const settings = settingsOf(container);
    understand(settings);
    const mounts = (container.volumeMounts ?? []) as Yaml[];
    for (const [name, file] of Object.entries(settings)) {
      if (!name.endsWith("_FILE")) continue;
      const mount = mounts.find(({ mountPath }) => file.startsWith(`${String(mountPath)}/`));
      const volume = (pod.volumes as Yaml[]).find((one) => one.name === mount?.name) as Yaml;
      expect(String(volume.secret?.secretName)).toBe(String(secret.metadata?.name));
      expect(Object.keys(secret.stringData as object)).toContain(file.split("/").at(-1));
    }
  });

  it("holds to the restricted standard, and writes to its folders alone", () => {
    expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
    const user = readStages().at(-1)?.all("USER").at(-1);
    expect(`${String(pod.securityContext?.runAsUser)}:${String(pod.securityContext?.runAsGroup)}`).toBe(user);
    expect(pod.securityContext?.seccompProfile).toEqual({ type: "RuntimeDefault" });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(container.resources).toMatchObject({
      requests: { cpu: expect.any(String) },
      limits: { memory: expect.any(String) },
    });
  });

  it("runs what the image has", () => {
    if (container.args) expect(container.args).toEqual(["hookyard.mjs", "migrate"]);
    expect(Object.keys(labels)).toContain("app.kubernetes.io/name");
  });
});

it("there is a copy of each role", () => {
  expect(copies.map(({ container }) => understand(settingsOf(container)).HOOKYARD_ROLE).sort()).toEqual([
    "web",
    "worker",
  ]);
});

describe.each(copies)("the copies of $name", ({ name, pod, container, labels }) => {
  const settings = settingsOf(container);

  it("listen at the ports that they show, and are probed there", () => {
    const { PORT, HOOKYARD_METRICS_PORT } = understand(settings);
    expect(portOf(container, "http")).toBe(PORT);
    expect(portOf(container, "metrics")).toBe(HOOKYARD_METRICS_PORT);
    const at = (probe: string) => (container[probe] as Yaml).httpGet as unknown as { path: string; port: string };
    expect(at("startupProbe")).toEqual({ path: "/healthz", port: "http" });
    expect(at("livenessProbe")).toEqual({ path: "/healthz", port: "http" });
    expect(at("readinessProbe")).toEqual({ path: "/readyz", port: "http" });
  });

  it("have longer for their end than that takes", () => {
    expect(Number(pod.terminationGracePeriodSeconds)).toBeGreaterThan(stopSeconds(settings));
  });

  it("are spread, and never all taken away", () => {
    const deployment = named("Deployment", name);
    const [spread] = pod.topologySpreadConstraints as Yaml[];
    expect(selects(spread?.labelSelector?.matchLabels as Yaml, labels)).toBe(true);
    expect(selects(deployment.spec?.selector?.matchLabels as Yaml, labels)).toBe(true);
    const budget = named("PodDisruptionBudget", name);
    expect(selects(budget.spec?.selector?.matchLabels as Yaml, labels)).toBe(true);
    expect(Number(budget.spec?.minAvailable)).toBeLessThan(Number(deployment.spec?.replicas));
  });
});

it("all copies, and those that a rollout adds, have few enough connections for PostgreSQL", () => {
  const connections = copies.map(({ name, container }) => {
    const { spec } = named("Deployment", name);
    const most = Number(spec?.replicas) + Number(spec?.strategy?.rollingUpdate?.maxSurge);
    return most * understand(settingsOf(container)).HOOKYARD_DB_CONNECTIONS;
  });
  expect(connections.reduce((sum, one) => sum + one, 0)).toBeLessThan(97);
});

describe("the ways in", () => {
  it("of services lead to ports of copies", () => {
    const services = objects.filter(({ object }) => String(object.kind) === "Service").map(({ object }) => object);
    expect(services).toHaveLength(2);
    for (const { spec } of services) {
      const reached = pods.filter(({ labels }) => selects(spec?.selector as Yaml, labels));
      expect(reached.length).toBeGreaterThan(0);
      for (const { targetPort } of (spec?.ports ?? []) as Yaml[]) {
        for (const { container } of reached) expect(portOf(container, targetPort)).toBeGreaterThan(0);
      }
    }
    // Only these have pages and take events.
    const web = pods.filter(({ labels }) => selects(named("Service", "hookyard").spec?.selector as Yaml, labels));
    expect(web.map(({ name }) => name)).toEqual(["hookyard-web"]);
  });

  it("of the ingress lead to the service, under the host of HOOKYARD_URL", () => {
    const rule = named("Ingress", "hookyard").spec?.rules?.[0];
    const backend = backendOf(rule);
    const service = named("Service", String(backend.name));
    expect(((service.spec?.ports ?? []) as Yaml[]).map(({ name }) => name)).toContain(backend.port?.name);
    const { HOOKYARD_URL } = understand(config.data as unknown as Record<string, string>);
    expect(HOOKYARD_URL).toBe(`https://${String(rule?.host)}`);
  });
});

function backendOf(rule: Yaml | undefined): Yaml {
  return rule?.http?.paths?.[0]?.backend?.service as Yaml;
}
