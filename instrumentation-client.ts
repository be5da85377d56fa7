// Runs before the scripts of any page. Zod would try to compile its schemas, which the page's policy refuses: it does
// without, but browsers that report refusals would report one on every page. It takes its settings from here when it
// comes, so that a page that needs no schema need not load it to be told.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
