import "./node-version.mjs";
import { checkSource } from "./checks.mjs";

// What to run before each commit: formatting, types, the rules of the house and unused code.

const results = await checkSource({ isQuick: true });
process.exitCode = results.every(({ holds }) => holds) ? 0 : 1;
