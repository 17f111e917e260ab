// @ts-check
/**
 * The same change by other rules, as bars. Renders the role "table" with the name "The same change, by other rules": one row per rule with
 * its name, the pieces that move, and the spread.
 */
import {number, ruleName} from "./text.js";
import {html, rarely} from "./ui.js";

/**
 * @typedef {{product: string, view: import("./types.js").EpochView, isFirst: boolean}} RulesProps isFirst: whether no epoch before it is known
 */

export const Rules = rarely(AllRules, ({product, view, isFirst}) => JSON.stringify([product, view.epoch, view.rules, isFirst]));

/** @param {RulesProps} props */
function AllRules({view, isFirst}) {
    const {rules} = view;
    const mostMoved = Math.max(1, view.fewest, ...rules.map((rule) => rule.moved));
    const mostSpread = Math.max(1, ...rules.map((rule) => rule.spread));
    return html`<section class="rules" aria-labelledby="rules-title">
        <div class="heading"><h2 id="rules-title">The same change, by other rules</h2><span class="hint">epoch ${number(view.epoch)}</span></div>
        ${rules.length === 0
            ? html`<p class="hint">Nothing to compare:
                ${isFirst ? " no epoch before this one is known." : " the members and their weights stayed the same."}</p>`
            : html`<table role="table" aria-labelledby="rules-title">
                <thead role="rowgroup"><tr role="row">
                    <th role="columnheader" scope="col">rule</th>
                    <th role="columnheader" scope="col">moved</th>
                    <th role="columnheader" scope="col" title="the pieces of the fullest member minus those of the emptiest, afterwards">spread</th>
                </tr></thead>
                <tbody role="rowgroup">${rules.map((rule) => html`<tr role="row" key=${rule.rule} class=${rule.rule === "divvy" ? "own" : ""}>
                    <th role="rowheader" scope="row">${ruleName(rule.rule)}</th>
                    <td role="cell"><${Bar} value=${rule.moved} most=${mostMoved} mark=${view.fewest} /></td>
                    <td role="cell"><${Bar} value=${rule.spread} most=${mostSpread} /></td>
                </tr>`)}</tbody>
            </table>
            <p class="hint">Line: fewest for Divvy. Computed, not run, each from its own shares.</p>`}
    </section>`;
}

/** @param {{value: number, most: number, mark?: number}} props mark: a value to compare with */
function Bar({value, most, mark}) {
    const width = value === 0 ? "0" : Math.max(0.8, 100 * value / most) + "%";
    return html`<span class="bar">
        <span class="bar-track">
            <span class="bar-fill" style=${{width}}></span>
            ${mark !== undefined && html`<span class="bar-mark" style=${{left: 100 * mark / most + "%"}}></span>`}
        </span>
        <span class="bar-value">${number(value)}</span>
    </span>`;
}
