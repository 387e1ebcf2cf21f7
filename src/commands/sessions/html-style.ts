/** The look of an exported page: light or dark as the reader's system is, narrow enough to read, fit to be printed. */
export const pageStyle = `
:root{color-scheme:light dark;--ground:#fbfaf8;--panel:#fff;--ink:#22242b;--faint:#6d7280;--line:#e4e2dc;--accent:#0f766e;--bad:#b42318;--code:#f3f1ec}
@media(prefers-color-scheme:dark){:root{--ground:#14161d;--panel:#1b1e28;--ink:#dfe2ea;--faint:#8b91a3;--line:#2b2f3d;--accent:#5ed3c6;--bad:#ff8a80;--code:#10121a}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
article{max-width:46rem;margin:0 auto;padding:3rem 1.25rem 4rem}
article+article{border-top:1px solid var(--line)}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .75rem;overflow-wrap:anywhere}
h3{font-size:1.05rem;margin:1.2rem 0 .4rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:0 0 2rem;font-size:.85rem;color:var(--faint)}
dd{margin:0;color:var(--ink);overflow-wrap:anywhere}
section{margin:1rem 0}
section p{margin:.6rem 0;overflow-wrap:anywhere}
.user{margin-top:2.2rem;padding:.4rem 1rem;background:var(--panel);border:1px solid var(--line);border-left:3px solid var(--accent);border-radius:.4rem}
.who{font-size:.75rem;color:var(--faint);letter-spacing:.02em}
details{margin:.35rem 0;border:1px solid var(--line);border-radius:.4rem;background:var(--panel);font-size:.88rem}
summary{padding:.35rem .75rem;cursor:pointer;font-family:ui-monospace,Menlo,Consolas,monospace;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
summary strong{color:var(--accent)}
details.failed summary strong{color:var(--bad)}
details pre{margin:0;border:0;border-top:1px solid var(--line);border-radius:0 0 .4rem .4rem;max-height:28rem}
pre{background:var(--code);border:1px solid var(--line);border-radius:.4rem;padding:.7rem .9rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;font:.84rem/1.5 ui-monospace,Menlo,Consolas,monospace}
code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9em}
p code,li code{background:var(--code);padding:.1em .3em;border-radius:.25rem}
.thought{color:var(--faint)}
@media print{details pre{max-height:none}body{background:none}}
`.replaceAll("\n", "");
