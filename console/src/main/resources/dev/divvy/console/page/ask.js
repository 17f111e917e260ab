// @ts-check
/**
 * Questions that change nothing. Renders the textbox "Key, id or unit" with the button "Ask", the answer in the role "status" with the name
 * "Answer", and for an answer the button "Clear".
 */
import {number} from "./text.js";
import {html, useState} from "./ui.js";

/**
 * @typedef {import("./types.js").WhyAnswer} WhyAnswer
 * @typedef {import("./types.js").PlanAnswer} PlanAnswer
 *
 * @typedef {object} AskProps
 * @property {string} product
 * @property {WhyAnswer | null} why
 * @property {PlanAnswer | null} plan
 * @property {string} causes what the plan changes
 * @property {boolean} canAsk
 * @property {(key: string) => void} onAsk
 * @property {() => void} onClear
 */

/** @type {Record<string, string>} */
const EXAMPLES = {cache: "order-42", outbox: "customer-7", distributor: "news.example"};

const HINT = "Who owns a key, and why. “What if” in a row, or dragging a member off the ring, shows what would move if it left. Nothing is changed.";

/** @param {AskProps} props */
export function Ask({product, why, plan, causes, canAsk, onAsk, onClear}) {
    const [key, setKey] = useState("");
    const onSubmit = (/** @type {Event} */ event) => {
        event.preventDefault();
        if (key.trim() !== "") {
            onAsk(key.trim());
        }
    };
    return html`<section class="ask" aria-labelledby="ask-title">
        <div class="heading">
            <h2 id="ask-title">Ask</h2>
            <form onSubmit=${onSubmit}>
                <input type="text" aria-label="Key, id or unit" placeholder=${EXAMPLES[product] ?? "key"} value=${key} disabled=${!canAsk}
                    maxlength="500" autocomplete="off" spellcheck=${false} onInput=${(/** @type {any} */ event) => setKey(event.target.value)} />
                <button disabled=${!canAsk || key.trim() === ""}>Ask</button>
            </form>
            ${(why || plan) && html`<button class="quiet" onClick=${onClear}>Clear</button>`}
        </div>
        <p class="answer" role="status" aria-label="Answer">${answerText({why, plan, canAsk, causes})}</p>
    </section>`;
}

/** @param {Pick<AskProps, "why" | "plan" | "canAsk" | "causes">} props */
function answerText({why, plan, canAsk, causes}) {
    if (plan) {
        return html`<bdi>${planSentence(plan, causes)}</bdi> <span class="hint">Nothing was changed.</span>`;
    }
    if (why) {
        return html`<bdi>“${why.key}”</bdi>: <bdi>${why.sentence}</bdi>`;
    }
    return html`<span class="hint">${canAsk ? HINT : "Asking needs a live cluster; this is a replay."}</span>`;
}

/** @param {PlanAnswer} plan @param {string} causes @returns {string} */
function planSentence(plan, causes) {
    return `If ${causes}, ${number(plan.moved)} of ${number(plan.pieces)} ${plan.divides} would move; the fewest possible is ${number(plan.fewest)}.`;
}
