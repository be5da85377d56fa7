#!/usr/bin/env node
import "../scripts/node-version.mjs";
import path from "node:path";
import { ensureBundle } from "../scripts/bundle.mjs";
import { ensureInstalled, ROOT } from "../scripts/install.mjs";

ensureInstalled();
await ensureBundle();
// The data of this installation, from wherever the command is called.
process.env.HOOKYARD_DATA ||= path.join(ROOT, "data");
await import("../dist/cli.js");
