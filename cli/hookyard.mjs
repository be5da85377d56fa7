#!/usr/bin/env node
import "../scripts/node-version.mjs";
import { ensureBundle } from "../scripts/bundle.mjs";
import { ensureInstalled } from "../scripts/install.mjs";

ensureInstalled();
await ensureBundle();
await import("../dist/cli.js");
