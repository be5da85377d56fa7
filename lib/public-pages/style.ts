/**
 * The colours of the dashboard that these pages use, by their names in app/globals.css: style.test.ts holds them to it.
 * They follow the reader's system.
 */
export const COLOURS = {
  canvas: "light-dark(#ffffff, #111416)",
  sunken: "light-dark(#f5f7f8, #0b0d0f)",
  raised: "light-dark(#ffffff, #191d20)",
  hover: "light-dark(#f1f4f5, #181c1f)",
  line: "light-dark(#e1e6e8, #272d31)",
  "line-strong": "light-dark(#8a949b, #6b767d)",
  ink: "light-dark(#13181b, #e7ebed)",
  "ink-muted": "light-dark(#545f67, #9ba6ad)",
  "ink-inverse": "light-dark(#ffffff, #0d1012)",
  accent: "light-dark(#0b6178, #6fc7df)",
  "accent-soft": "light-dark(#e3f1f5, #12303a)",
  success: "light-dark(#0f7240, #4ccb8d)",
  "success-soft": "light-dark(#e4f5ec, #0f2c1f)",
  failure: "light-dark(#b8232d, #ff8583)",
  "failure-soft": "light-dark(#fdeceb, #3a1718)",
  scheduled: "light-dark(#1b5bbf, #80b5ff)",
  processing: "light-dark(#6539c4, #b9a1ff)",
  discarded: "light-dark(#545f67, #9ba6ad)",
  "discarded-soft": "light-dark(#edf0f2, #22282c)",
};

const VARIABLES = Object.entries(COLOURS)
  .map(([name, value]) => `--${name}:${value};`)
  .join("");

const FACES = ["sans", "mono"]
  .map(
    (name) =>
      `@font-face{font-family:"Geist ${name}";src:url(/catalogue/fonts/${name}.woff2) format("woff2");font-weight:100 900;font-display:optional}`,
  )
  .join("");

/** What every page without React begins with. */
export const BASE_STYLE = `${FACES}
:root{color-scheme:light dark;${VARIABLES}--sans:"Geist sans",system-ui,sans-serif;--mono:"Geist mono",ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
*{box-sizing:border-box;border:0 solid var(--line);margin:0;padding:0}
html{scrollbar-color:var(--line) transparent;scroll-padding-top:72px}
body{background:var(--canvas);color:var(--ink);font:400 14px/22px var(--sans);font-variant-numeric:tabular-nums;-webkit-font-smoothing:antialiased;text-size-adjust:100%}
a{color:inherit;text-decoration:none}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
::selection{background:color-mix(in oklab,var(--accent) 28%,transparent)}
h1,h2,h3,b,th,dt{font-weight:500}
h1{font-size:20px;line-height:28px;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{font-size:14px}
ul,ol{list-style:none}
code,pre,.mono{font-family:var(--mono);font-size:13px}
p code,li code,td code{background:var(--sunken);border-radius:3px;padding:1px 3px;overflow-wrap:anywhere}
svg{width:16px;height:16px;flex:none;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.button{display:inline-flex;align-items:center;gap:6px;height:30px;padding:0 10px;border-width:1px;border-color:color-mix(in oklab,var(--line-strong) 55%,var(--line));border-radius:5px;background:var(--raised);color:var(--ink);font:500 13px/20px var(--sans);white-space:nowrap;cursor:pointer}
.button:hover{background:var(--hover)}
.button svg{width:14px;height:14px;color:var(--ink-muted)}
.callout{display:flex;gap:10px;border-width:1px;border-radius:5px;background:var(--sunken);padding:10px 12px;font-size:13px;line-height:20px}
.callout svg{margin-top:2px;color:var(--ink-muted)}
[hidden]{display:none!important}
`;

/** The style sheet of every page of the event catalogue. */
export const STYLE = `${BASE_STYLE}.muted{color:var(--ink-muted)}
.small,.mark,.meta{font-size:13px;line-height:20px}
.prose{display:grid;gap:10px;max-width:68ch;color:var(--ink-muted);overflow-wrap:anywhere}
.prose a,.link{color:var(--accent);text-decoration:underline;text-underline-offset:3px;text-decoration-color:color-mix(in oklab,currentColor 35%,transparent)}
.prose a:hover,.link:hover{text-decoration-color:currentColor}
.skip{position:absolute;left:16px;top:-60px;z-index:3;background:var(--raised);border-width:1px;border-radius:5px;padding:6px 12px}
.skip:focus{top:8px}
.top{position:sticky;top:0;z-index:2;background:color-mix(in oklab,var(--canvas) 88%,transparent);backdrop-filter:blur(10px);border-bottom-width:1px}
.top>div{display:flex;align-items:center;gap:16px;height:56px}
.wide{max-width:1120px;margin:0 auto;padding:0 24px}
.brand{display:flex;align-items:center;gap:10px;font-weight:500;min-width:0;margin-right:auto}
.brand span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.brand svg{color:var(--accent)}
html:not(.js) .script{display:none!important}
.intro{display:grid;gap:12px;padding:56px 0 28px}
.intro>div:first-child{display:flex;align-items:baseline;gap:16px}
.intro h1{margin-right:auto;min-width:0}
.search{position:relative;display:flex;align-items:center;gap:12px;padding-bottom:8px}
.search svg{position:absolute;left:10px;color:var(--ink-muted)}
.search input{flex:1;max-width:420px;height:36px;padding:0 12px 0 34px;border-width:1px;border-color:var(--line-strong);border-radius:5px;background:var(--raised);color:var(--ink);font:400 14px/22px var(--sans)}
#found:empty{display:none}
.search input::placeholder{color:var(--ink-muted);opacity:1}
.group{padding-top:24px}
.group>h2{color:var(--ink-muted);font-size:13px;padding-bottom:8px}
.rows{border-width:1px;border-radius:8px;overflow:hidden;background:var(--raised)}
.rows li+li{border-top-width:1px}
.row{display:grid;grid-template-columns:minmax(0,18rem) minmax(0,1fr) auto;gap:4px 24px;align-items:baseline;padding:11px 16px}
.row:hover{background:var(--hover)}
.row:focus-visible{outline-offset:-2px}
.row .name{font-weight:500;overflow-wrap:anywhere}
.row:hover .name{color:var(--accent)}
.row .text{color:var(--ink-muted);display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden;overflow-wrap:anywhere}
.row .side{display:flex;align-items:center;gap:12px;color:var(--ink-muted)}
.mark{display:inline-flex;align-items:baseline;gap:5px;font-weight:500;white-space:nowrap}
.mark svg{width:14px;height:14px;align-self:center}
.failure{color:var(--failure)}
.success{color:var(--success)}
.discarded{color:var(--discarded)}
.nothing{padding:32px 0;color:var(--ink-muted)}
.frame{display:grid;grid-template-columns:232px minmax(0,1fr);gap:56px;align-items:start}
.list{position:sticky;top:56px;max-height:calc(100vh - 56px);overflow-y:auto;padding:28px 8px 48px 2px}
.list h2{color:var(--ink-muted);font-size:13px;padding:14px 10px 4px}
.list h2:first-of-type{padding-top:0}
.list a{display:block;padding:4px 10px;border-radius:5px;color:var(--ink-muted);overflow-wrap:anywhere;line-height:20px}
.list a:hover{background:var(--hover);color:var(--ink)}
.list a[aria-current]{background:var(--accent-soft);color:var(--ink)}
.article{display:grid;grid-template-columns:minmax(0,1fr);gap:32px;max-width:760px;padding:32px 0 72px}
.head{display:grid;gap:10px}
.title{display:flex;flex-wrap:wrap;align-items:baseline;gap:6px 14px}
.title h1{font-family:var(--mono)}
.meta{display:flex;flex-wrap:wrap;gap:0 14px;color:var(--ink-muted)}
.back{display:none}
.part{display:grid;grid-template-columns:minmax(0,1fr);gap:10px}
.part>h2{display:flex;align-items:baseline;gap:8px}
.part>h2 a{color:var(--ink-muted);opacity:0}
.part>h2:hover a,.part>h2 a:focus-visible{opacity:1}
.code{border-width:1px;border-radius:8px;background:var(--sunken);overflow:hidden}
.code header{display:flex;align-items:center;gap:12px;min-height:40px;padding:4px 6px 4px 14px;border-bottom-width:1px;color:var(--ink-muted);font-size:13px}
.code header span{margin-right:auto;min-width:0;overflow-wrap:anywhere}
.code pre{padding:12px 14px;overflow:auto;line-height:20px;max-height:560px;tab-size:2}
.code pre.wrap{white-space:pre-wrap;overflow-wrap:anywhere}
.code .k{color:var(--accent)}.code .s{color:var(--success)}.code .n{color:var(--scheduled)}.code .w{color:var(--processing)}.code .m{color:var(--ink-muted)}
table{width:100%;border-collapse:collapse}
.table{border-width:1px;border-radius:8px;overflow:hidden;background:var(--raised)}
th{font-size:13px;line-height:20px;text-align:left;color:var(--ink-muted);padding:8px 14px;background:var(--sunken)}
td{vertical-align:top;padding:9px 14px;border-top-width:1px;font-size:13px;line-height:20px}
td:first-child{overflow-wrap:anywhere}
th:nth-child(1){width:27%}th:nth-child(2){width:19%}th:nth-child(3){width:15%}
td .path{color:var(--ink-muted)}
td .name{color:var(--ink)}
td .limit{display:inline-block;color:var(--ink-muted)}
td ul{display:flex;flex-wrap:wrap;gap:2px 10px}
.required{font-weight:500}
details summary{cursor:pointer;color:var(--ink-muted);font-size:13px;width:fit-content;border-radius:3px}
details summary:hover{color:var(--ink)}
details[open] summary{padding-bottom:10px}
.history{display:grid;border-left-width:1px;margin-left:5px}
.history>li{position:relative;display:grid;gap:6px;padding:0 0 22px 22px}
.history>li:last-child{padding-bottom:0}
.history>li::before{content:"";position:absolute;left:-5px;top:7px;width:9px;height:9px;border-radius:50%;background:var(--canvas);border:2px solid var(--line-strong)}
.history>li.now::before{border-color:var(--accent);background:var(--accent)}
.changes{display:grid;gap:3px}
.changes li{display:grid;grid-template-columns:104px minmax(0,1fr);gap:8px;align-items:baseline;font-size:13px;line-height:20px;overflow-wrap:anywhere}
.guide{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:40px;border-top-width:1px;margin-top:48px;padding:36px 0 72px}
.guide section{display:grid;gap:12px;align-content:start;grid-template-columns:minmax(0,1fr)}
.links{display:flex;flex-wrap:wrap;gap:6px 16px}
.empty{display:grid;gap:10px;padding:24vh 0;max-width:52ch}
@media (max-width:899px){.frame{display:block}.list{display:none}.back{display:inline-flex;align-items:center;gap:6px;color:var(--ink-muted);font-size:13px;width:fit-content}.guide{grid-template-columns:minmax(0,1fr)}}
@media (max-width:639px){
.wide{padding:0 16px}.intro{padding:28px 0 20px}.article{padding-top:20px;gap:28px}
.row{grid-template-columns:minmax(0,1fr) auto}.row .text{grid-column:1/-1;grid-row:2}
.table thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.table tr{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2px 12px;padding:10px 14px;border-top-width:1px}
.table tbody tr:first-child{border-top-width:0}
.table td{padding:0;border:0;width:auto!important}
.table td.type{grid-column:1;grid-row:2;color:var(--ink-muted)}
.table td.about{grid-column:1/-1}
.table td.about:empty{display:none}
.changes li{grid-template-columns:96px minmax(0,1fr)}
}
@media (pointer:coarse){.search input{font-size:16px}}
@media (prefers-reduced-motion:no-preference){.button,.row,.list a{transition:background-color 120ms ease-out,color 120ms ease-out}}
`;
