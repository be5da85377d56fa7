// Says after each SIGUSR2, in a line, whether promises of this process have hooks: only then what continues after one has
// an id.
import { executionAsyncId } from "node:async_hooks";

process.on("SIGUSR2", () => {
  setTimeout(async () => {
    await null;
    console.log(`promises have hooks: ${executionAsyncId() !== 0};`);
  }, 1);
});
