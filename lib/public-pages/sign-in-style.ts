import { BASE_STYLE } from "@/lib/public-pages/style";

/** The style sheet of the sign-in page, whose parts look like the dashboard's of the same names. */
export const SIGN_IN_STYLE = `${BASE_STYLE}
html.light{color-scheme:light}
html.dark{color-scheme:dark}
main{display:flex;flex-direction:column;width:100%;max-width:352px;min-height:100dvh;margin:0 auto;padding:16vh 16px 64px}
.name{display:flex;align-items:center;gap:10px;margin-bottom:32px;font-weight:500}
.name svg{width:28px;height:28px}
h1{margin-bottom:16px;font-size:18px;line-height:24px;letter-spacing:0}
form,.providers{display:grid;gap:16px}
.providers{gap:8px;margin-top:16px;padding-top:16px;border-top-width:1px}
label{display:block;width:fit-content;margin-bottom:4px;font-weight:500;cursor:pointer}
label,input,.wrong,.callout{font-size:13px;line-height:20px}
input{width:100%;height:32px;padding:0 10px;border-width:1px;border-color:color-mix(in oklab,var(--line-strong) 60%,transparent);border-radius:5px;background:var(--canvas);color:var(--ink);font-family:inherit}
input:hover{border-color:var(--line-strong)}
input:focus-visible{border-color:var(--accent);outline-width:1px;outline-offset:0}
input[aria-invalid=true]{border-color:var(--failure)}
input[aria-invalid=true]:focus-visible{outline-color:var(--failure)}
.wrong{margin-top:4px;color:var(--failure)}
.callout{border-color:color-mix(in oklab,var(--failure) 40%,transparent);background:var(--failure-soft);overflow-wrap:anywhere}
.callout svg{color:var(--failure)}
h1+.callout{margin-bottom:16px}
.button{position:relative;justify-content:center;height:32px;border-color:var(--line);background:var(--canvas)}
.button:hover{border-color:var(--line-strong)}
.button.primary{border-color:transparent;background:var(--ink);color:var(--ink-inverse)}
.button.primary:hover{background:color-mix(in oklab,var(--ink) 85%,transparent)}
.button:disabled{opacity:.5;cursor:default}
.button[aria-busy=true] span{opacity:.25}
.button[aria-busy=true]::after{content:"";position:absolute;inset:0;margin:auto;width:14px;height:14px;border:2px solid;border-right-color:transparent;border-radius:50%;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media (pointer:coarse){.button,input{height:40px}input{font-size:16px}}
@media (prefers-reduced-motion:no-preference){.button,input{transition:background-color 120ms,border-color 120ms}}
@media (prefers-reduced-motion:reduce){.button[aria-busy=true]::after{animation-duration:4s}}
`;
