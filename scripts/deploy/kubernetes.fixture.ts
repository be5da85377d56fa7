import { readdirSync } from "node:fs";
import path from "node:path";
import { Deployment } from "kubernetes-models/apps/v1";
import { Job } from "kubernetes-models/batch/v1";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Namespace, Secret, Service } from "kubernetes-models/v1";
import { ROOT, readYaml, type Yaml } from "@/scripts/deploy/deploy-files.fixture";

export const FOLDER = "deploy/kubernetes";

const KINDS = [Deployment, Job, Ingress, PodDisruptionBudget, ConfigMap, Namespace, Secret, Service] as const;

export const listFiles = () => readdirSync(path.join(ROOT, FOLDER)).filter((file) => file.endsWith(".yaml"));

/** The objects of all files but Kustomize's own. */
export function readObjects(): { file: string; object: Yaml }[] {
  return listFiles()
    .filter((file) => file !== "kustomization.yaml")
    .flatMap((file) => readYaml(`${FOLDER}/${file}`).map((object) => ({ file, object })));
}

/**
 * Holds an object against the schema of its kind, and throws for the first thing that is wrong. The schemas allow fields
 * that they do not know, as Kubernetes does, which then ignores them; here they are wrong too: a field is known if the
 * schema has asked for it.
 */
export function check(object: Yaml): void {
  const Kind = KINDS.find(
    ({ apiVersion, kind }) => apiVersion === String(object.apiVersion) && kind === String(object.kind),
  );
  if (!Kind) throw new Error(`There is no schema for ${String(object.apiVersion)} ${String(object.kind)}.`);
  const asked = new Set<string>();
  const model = new Kind(object as never);
  Reflect.apply(model.validate, watch(model, "", asked), []);
  const unknown = listPaths(object, "").find((place) => !asked.has(place));
  if (unknown !== undefined) throw new Error(`${String(object.kind)} has no field ${unknown}.`);
}

function watch<T extends object>(value: T, place: string, asked: Set<string>): T {
  return new Proxy(value, {
    get(target, name, receiver) {
      const found: unknown = Reflect.get(target, name, receiver);
      if (typeof name === "symbol") return found;
      asked.add(`${place}/${name}`);
      return typeof found === "object" && found !== null ? watch(found, `${place}/${name}`, asked) : found;
    },
  });
}

function listPaths(value: unknown, place: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${place}/${name}`,
    ...listPaths(inner, `${place}/${name}`),
  ]);
}
