/** Styles of the report for phone and desktop, light and dark. */
export const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --good: light-dark(#0b6b3a, #6fd59b); --bad: light-dark(#b10e1c, #ff99a4); --quiet: light-dark(#555, #b5b5b5); --link: light-dark(#0a58ca, #8ab8ff); }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 76rem; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: .2rem 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 0; }
p { margin: .3rem 0; } a { color: var(--link); } nav a { margin-inline-end: 1rem; display: inline-block; padding: .3rem 0; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.figures { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
.figures li { border: 1px solid var(--line); border-radius: .6rem; padding: .5rem .9rem; min-width: 8rem; }
.figures strong { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.good { color: var(--good); } .bad { color: var(--bad); } .quiet { color: var(--quiet); font-size: .875rem; }
details { border: 1px solid var(--line); border-radius: .6rem; margin: .5rem 0; }
summary { cursor: pointer; padding: .6rem .9rem; } summary small { color: var(--quiet); }
details[open] > summary { border-block-end: 1px solid var(--line); } .inside { padding: .4rem .9rem .9rem; }
.step { border-block-start: 1px solid var(--line); padding: .9rem 0; display: grid; gap: .8rem; }
.step:first-of-type { border: 0; }
@media (min-width: 60rem) { .step.pictured { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } .step.pictured > header { grid-column: 1 / -1; } }
pre { font: .8rem/1.5 ui-monospace, monospace; white-space: pre-wrap; margin: .3rem 0; background: var(--soft); border-radius: .4rem; padding: .5rem .7rem; }
pre span { display: block; } pre .came { color: var(--good); } pre .went { color: var(--bad); } pre .other { color: var(--quiet); }
.fault { border-inline-start: 4px solid var(--bad); padding-inline-start: .7rem; white-space: pre-wrap; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: .6rem; align-content: start; }
figure { margin: 0; } figure img { width: 100%; max-height: 26rem; object-fit: contain; object-position: top; border: 1px solid var(--line); border-radius: .4rem; background: #fff; }
figcaption { font-size: .8rem; color: var(--quiet); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-block-end: 1px solid var(--line); padding: .35rem .8rem .35rem 0; text-align: start; } meter { width: 8rem; }
ul.work { list-style: none; padding: 0; margin: 0; } ul.work li { padding: .25rem 0; } code { font: .8rem ui-monospace, monospace; background: var(--soft); padding: .1rem .35rem; border-radius: .3rem; }
`;
