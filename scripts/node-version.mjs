/** Exits with one clear line if this Node.js is too old. Runs before anything is installed, on any Node.js. */
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Hookyard needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
