import { RULES } from "@/lib/checkup/rules/rules";

const HEAD = `# What the doctor finds

Made from the table of \`lib/checkup/rules\` by \`npm run findings\`. \`npx hookyard doctor\` examines an installation; a code never
changes its meaning, so scripts may look for it in \`--json\`.

| code | level | when | why it matters | what to do |
|---|---|---|---|---|
`;

/** Writes docs/doctor.md. */
export function writeFindingsPage(): string {
  const lines = RULES.map(({ code, levels, when, why, remedy }) => {
    const cells = [`\`${code}\``, levels.join(", "), when, why, remedy];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  });
  return HEAD + lines.join("");
}
