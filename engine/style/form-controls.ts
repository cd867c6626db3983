/**
 * Form controls and `<details>` as a printed page shows them (HTML §15.5): with the state that their attributes
 * describe, in the sizes of browsers. What a control draws itself stands in its `::before`: with `!important`, since
 * resets of borders and backgrounds that apply to everything leave native controls as they are in browsers as well.
 * Corners are square, as browsers have them where authors give controls borders; native ones are a little round there.
 */
export const FORM_CONTROLS = `
input, button, select, textarea { display: inline-block; text-indent: 0; letter-spacing: normal; word-spacing: normal;
  text-transform: none; text-align: start; text-shadow: none; line-height: normal; font: 13.3333px Arial, sans-serif;
  color: fieldtext; box-sizing: content-box }
input, select, textarea { background-color: field; border: 1px solid #767676 }
input { display: inline-flex; align-items: center; width: 13.275em; padding: 2px 3px; overflow: clip; white-space: pre }
input::before { content: attr(value) "\\a0" }
input:placeholder-shown::before { content: attr(placeholder) "\\a0"; color: #757575 }
input[type=password]::before { content: "\\a0" }
input:is([type=range], [type=color], [type=file], [type=image]), input[type=hidden] { display: none }
input:is([type=submit], [type=reset], [type=button]), button { box-sizing: border-box; width: auto; padding: 2px 7px;
  border: 1px solid #767676; background-color: buttonface; color: buttontext; text-align: center }
input:is([type=submit], [type=reset], [type=button]) { justify-content: center }
input:is([type=submit], [type=reset], [type=button])::before { content: attr(value) }
input[type=submit]:not([value])::before { content: "Submit" }
input[type=reset]:not([value])::before { content: "Reset" }

input:is([type=checkbox], [type=radio]) { box-sizing: border-box; width: 13px; height: 13px; padding: 0; border: 0;
  overflow: visible; background: none }
input[type=checkbox] { margin: 3px 3px 3px 4px }
input[type=radio] { margin: 3px 3px 0 5px }
input:is([type=checkbox], [type=radio])::before { content: ""; display: block; box-sizing: border-box; width: 100%;
  height: 100%; border: 1px solid #767676 !important; border-radius: 20%; background: white !important }
input[type=radio]::before { border-radius: 50% }
input[type=checkbox]:checked::before { border-color: #0075ff !important; background: #0075ff url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 12 12'%3E%3Cpath d='M2.5 6.2 5 8.7 9.7 3.5' fill='none' stroke='%23fff' stroke-width='1.8'/%3E%3C/svg%3E") center / 100% 100% no-repeat !important }
input[type=radio]:checked::before { border-color: #0075ff !important;
  background: radial-gradient(closest-side, #0075ff 62%, white 66%) !important }
input:is([type=checkbox], [type=radio]):disabled::before { opacity: 0.5 }

select { padding: 1px 4px; white-space: pre;
  background: field url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 6'%3E%3Cpath d='M1 .8 5 4.8 9 .8' fill='none' stroke='%23000' stroke-width='1.6'/%3E%3C/svg%3E") right 5px center / 9px auto no-repeat }
select[multiple] { background-image: none }
option { display: block }
select:not([multiple]) option { padding-inline-end: 15px }
optgroup::before { content: attr(label); display: block; font-weight: bold }
select:not([multiple]) optgroup::before { content: none }
select:not([multiple]) option:not([selected]) { height: 0; visibility: hidden }
select:not([multiple]):not(:has([selected])) > option:first-child,
select:not([multiple]):not(:has([selected])) > optgroup:first-child > option:first-child
  { height: auto; visibility: inherit }

textarea { width: calc(12em + 16px); height: 2.25em; padding: 2px; overflow: hidden; overflow-wrap: break-word;
  white-space: pre-wrap; font-family: monospace }
textarea:placeholder-shown::before { content: attr(placeholder); color: #757575 }

fieldset { min-width: min-content; margin-inline: 2px; border: 2px groove #c0c0c0; padding: 0.35em 0.75em 0.625em }
legend { padding-inline: 2px }

progress, meter { display: inline-block; box-sizing: border-box; width: 10em; height: 1em; vertical-align: -0.2em;
  overflow: hidden; border-radius: 0.3em; background: #e6e6e6 }
meter { width: 5em }
progress::before, meter::before { content: ""; display: block; width: var(--html-part, 0); height: 100%;
  background: #0075ff !important }
meter::before { background: #107c10 !important }

details:not([open]) > :not(summary) { display: none }
summary { display: list-item; list-style: inside disclosure-closed }
details[open] > summary { list-style-type: disclosure-open }
`
