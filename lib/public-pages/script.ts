/** The only script of the public pages: copying, and narrowing the list. Without it they can be read all the same. */
export const SCRIPT = `document.documentElement.classList.add("js");
addEventListener("click",async e=>{const b=e.target.closest("[data-copy]");if(!b)return;const t=document.getElementById(b.dataset.copy).textContent,w=b.lastElementChild;try{await navigator.clipboard.writeText(t)}catch{const r=document.createRange();r.selectNodeContents(document.getElementById(b.dataset.copy));const s=getSelection();s.removeAllRanges();s.addRange(r);if(!document.execCommand("copy"))return}w.textContent="Copied";setTimeout(()=>w.textContent="Copy",2000)});
const q=document.getElementById("q");
if(q){const rows=[...document.querySelectorAll("[data-text]")],told=document.getElementById("found"),none=document.getElementById("none");
const narrow=()=>{const words=q.value.toLowerCase().split(/\\s+/).filter(Boolean);let n=0;for(const r of rows){r.hidden=!words.every(w=>r.dataset.text.includes(w));if(!r.hidden)n++}
for(const g of document.querySelectorAll(".group"))g.hidden=!g.querySelector("[data-text]:not([hidden])");told.textContent=words.length?n+" of "+rows.length:"";none.hidden=n>0};
q.addEventListener("input",narrow);narrow();
addEventListener("keydown",e=>{if(e.key==="/"&&!e.ctrlKey&&!e.metaKey&&!e.altKey&&document.activeElement!==q){e.preventDefault();q.focus()}if(e.key==="Escape"&&document.activeElement===q){q.value="";narrow()}})}
`;
