import { type Copy, DockerfileParser } from "dockerfile-ast";
import { readText } from "@/scripts/deploy/deploy-files.fixture";

export type CopyStep = { from: string | null; sources: string[]; to: string };

export type Stage = {
  name: string;
  image: string;
  /** The arguments of each instruction of this keyword, in order. */
  all(keyword: string): string[];
  copies: CopyStep[];
  /** The words of the last instruction of this keyword, as Docker runs it without a shell. */
  words(keyword: "CMD" | "ENTRYPOINT"): string[];
  /** What tells whether a container is well, without a shell; null if nothing does. */
  healthCheck: string[] | null;
};

type Instruction = ReturnType<ReturnType<typeof DockerfileParser.parse>["getInstructions"]>[number];

/** The stages that containers are started from. */
export const SERVING = ["embedded", "external"];

/** The stages of the Dockerfile, in order. */
export function readStages(): Stage[] {
  const file = DockerfileParser.parse(readText("Dockerfile"));
  const steps: Instruction[][] = [];
  for (const instruction of file.getInstructions()) {
    if (instruction.getKeyword() === "FROM") steps.push([]);
    else steps.at(-1)?.push(instruction);
  }
  return file.getFROMs().map((from, index) => toStage(from.getBuildStage(), from.getImage(), steps[index] ?? []));
}

function toStage(name: string | null, image: string | null, steps: Instruction[]): Stage {
  const all = (keyword: string) =>
    steps.filter((step) => step.getKeyword() === keyword).map((step) => step.getArgumentsContent() ?? "");
  const command = /\bCMD\s+(\[.*\])\s*$/s.exec(all("HEALTHCHECK").at(-1) ?? "")?.[1];
  return {
    name: name ?? "",
    image: image ?? "",
    all,
    copies: steps.filter((step) => step.getKeyword() === "COPY").map((step) => toCopy(step as Copy)),
    words: (keyword) => JSON.parse(all(keyword).at(-1) ?? "[]") as string[],
    healthCheck: command ? (JSON.parse(command) as string[]) : null,
  };
}

function toCopy(step: Copy): CopyStep {
  const words = step.getArguments().map((argument) => argument.getValue());
  return {
    from:
      step
        .getFlags()
        .find((flag) => flag.getName() === "from")
        ?.getValue() ?? null,
    sources: words.slice(0, -1),
    to: words.at(-1) ?? "",
  };
}
