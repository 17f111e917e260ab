// @ts-check
/**
 * The operations of `divvy up`, and the result of its checks. Renders the role "status" with the name "Audit", the button "Chaos"
 * (aria-pressed), the buttons "Kill n2", "Stop n2", "Pause n2", "Continue n2", "Start n2", and "Add a node", "Add a worker", "Add a
 * service". Without the key they are disabled.
 */
import {memberNoun, number, plain} from "./text.js";
import {html} from "./ui.js";

/**
 * @typedef {object} Operator
 * @property {boolean} enabled
 * @property {string} hint why it is not enabled
 * @property {boolean} needsKey
 * @property {(action: string, target: string, value?: string) => Promise<string | null>} perform returns null when it failed
 */

const ORDER = ["pause", "continue", "start", "stop", "kill"];
/** @type {Record<string, string>} */
const EFFECTS = {
    pause: "Freeze the process: it keeps its pieces until its lease has run out",
    continue: "Let the process go on where it was frozen",
    start: "Start the process again",
    stop: "Shut the process down cleanly: it hands its pieces over first",
    kill: "End the process at once, as a crash does",
};

/** @param {{process: import("./types.js").ProcessView, operator: Operator}} props */
export function OperationButtons({process, operator}) {
    return ORDER.filter((action) => process.actions.includes(action)).map((action) => html`
        <button key=${action} class=${"quiet " + action} disabled=${!operator.enabled} onClick=${() => operator.perform(action, process.name)}
            aria-label=${capital(action) + " " + plain(process.name)} title=${operator.hint || EFFECTS[action]}>${capital(action)}</button>`);
}

/** @param {{product: string, operator: Operator}} props */
export function AddButton({product, operator}) {
    return html`<button class="add" disabled=${!operator.enabled} title=${operator.hint} onClick=${() => operator.perform("add", product)}>
        Add a ${memberNoun(product)}
    </button>`;
}

/** @param {{view: import("./types.js").OperationsView, operator: Operator}} props */
export function AuditLine({view, operator}) {
    const {audit, chaos} = view;
    return html`<div class="audit">
        <div class="audit-figures" role="status" aria-label="Audit" aria-live="off">
            <span>audit of all products</span>
            <${Figure} name="faults" value=${audit.faults} title="processes that were killed or paused" />
            <${Figure} name="lost" value=${audit.lost} zero title="acknowledged entries, events or units that are gone without a reason" />
            <${Figure} name="out of order" value=${audit.outOfOrder} zero title="events that came after a later event of the same entity" />
            <${Figure} name="stale refused" value=${audit.refused} title="effects of former owners that were refused" />
            <${Figure} name="repeated" value=${audit.repeated} minor title="events that were delivered again, as at-least-once delivery allows" />
            <${Figure} name="lost to crashes" value=${audit.crashed}
                title="cache entries that a crashed node held, counted when they are next read" />
            <${Figure} name="checks" value=${audit.checks} minor title="values, events and effects that were checked" />
        </div>
        ${operator.needsKey && html`<span class="hint">${operator.hint}</span>`}
        <button class="chaos" aria-pressed=${chaos ? "true" : "false"} disabled=${!operator.enabled}
            title=${operator.hint || "A random fault every few seconds"}
            onClick=${() => operator.perform("chaos", chaos ? "off" : "on")}>Chaos</button>
    </div>`;
}

/** @param {{name: string, value: number, zero?: boolean, minor?: boolean, title: string}} props */
function Figure({name, value, zero, minor, title}) {
    const tone = zero ? value === 0 ? " kept" : " broken" : minor ? " minor" : "";
    return html`<span class=${"audit-figure" + tone} title=${title}>${name} <b>${number(value)}</b></span>${" "}`;
}

/** @param {string} word */
function capital(word) {
    return word[0].toUpperCase() + word.slice(1);
}
