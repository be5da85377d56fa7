import { config } from "zod/v4/core";

// Runs before the scripts of any page. Zod would try to compile its schemas, which the page's policy refuses: it does
// without, but browsers that report refusals would report one on every page.
config({ jitless: true });
