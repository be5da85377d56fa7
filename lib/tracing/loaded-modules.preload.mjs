// Writes to standard output, when the process ends, which modules of OpenTelemetry it loaded, and by whom.
import Module from "node:module";

process.on("exit", () => {
  const loaded = Object.keys(Module._cache).filter((file) => file.includes("/@opentelemetry/"));
  const packages = [...new Set(loaded.map((file) => /@opentelemetry\/[^/]+/.exec(file)?.[0]))].sort();
  console.log(`loaded: ${packages.join(" ")};`);
});
