// @ts-check
/**
 * The figures of each product. Renders a region "Figures". For the cache also the textboxes "Key" and "Value" with the buttons "Get" and
 * "Set", whose answer has the role "status" and the name "Cache answer". For the distributor a table "Units by service".
 */
import {Matrix} from "./matrix.js";
import {Swatch} from "./palette.js";
import {bytes, number, plain, rate} from "./text.js";
import {html, useRef, useState} from "./ui.js";

/**
 * @typedef {object} FiguresProps
 * @property {string} product
 * @property {any} figures
 * @property {number} now the time of the figures
 * @property {(name: string) => import("./palette.js").Look} look
 * @property {(name: string) => string} label
 * @property {string | null} focus
 * @property {(name: string | null) => void} onFocus
 * @property {import("./operations.js").Operator | null} operator
 */

const WINDOW_MILLIS = 5000;

/** @param {FiguresProps} props */
export function Figures(props) {
    const {product, figures} = props;
    const face = figures == null ? null : product === "cache" ? html`<${CacheFigures} ...${props} />`
        : product === "outbox" ? html`<${OutboxFigures} ...${props} />`
        : product === "distributor" ? html`<${Matrix} ...${props} />`
        : null;
    return html`<section class=${"figures " + product} aria-label="Figures"><div class="figures-scroll">${face}</div></section>`;
}

/** @param {FiguresProps} props */
function CacheFigures(props) {
    const {figures, now, operator} = props;
    const {hits, misses} = figures;
    const perSecond = useRate(now, hits === null ? null : hits + misses);
    const nodes = (figures.nodes ?? []).map((/** @type {any} */ node) => ({name: node.name, value: node.entries}));
    return html`<h2>Cache</h2>
        <${Tiles} tiles=${[
            ["entries", number(figures.entries)], ["memory", bytes(figures.bytes)],
            ["hit rate", hits + misses > 0 ? (100 * hits / (hits + misses)).toFixed(1) + " %" : "–"], ["operations/s", rate(perSecond)],
        ]} />
        <${Bars} ...${props} title="entries" items=${nodes} />
        ${operator && html`<${TryIt} operator=${operator} />`}`;
}

/** @param {FiguresProps} props */
function OutboxFigures(props) {
    const {figures} = props;
    const items = (figures.processors ?? []).map((/** @type {any} */ processor) => ({
        name: processor.name,
        value: processor.completed,
        note: [noteOf(processor.failed, "failed"), noteOf(processor.refused, "refused")].filter(Boolean).join(", "),
    }));
    return html`<h2>Outbox</h2>
        <${Tiles} tiles=${[
            ["backlog", number(figures.pending)], ["oldest", figures.oldestSeconds == null ? "–" : rate(figures.oldestSeconds) + " s"],
            ["handled/s", rate(figures.handledPerSecond)], ["sent/s", rate(figures.sentPerSecond)],
            ["retrying", number(figures.retrying)], ["aborted", number(figures.aborted)],
        ]} />
        <${Bars} ...${props} title="completed" items=${items} />`;
}

/** @param {number | null} count @param {string} word */
function noteOf(count, word) {
    return count ? number(count) + " " + word : "";
}

/** @param {{tiles: [string, string][]}} props */
export function Tiles({tiles}) {
    return html`<dl class="tiles">${tiles.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** @param {FiguresProps & {title: string, items: {name: string, value: number, note?: string}[]}} props */
function Bars({title, items, look, label, focus, onFocus}) {
    const most = Math.max(1, ...items.map((item) => item.value ?? 0));
    return html`<ul class="bars" aria-label=${title} tabindex=${items.length > 4 ? 0 : undefined}>${items.map(({name, value, note}) => html`
        <li key=${name} class=${focus === name ? "focused" : ""} title=${plain(label(name))}
                onPointerEnter=${() => onFocus(name)} onPointerLeave=${() => onFocus(null)}>
            <${Swatch} look=${look(name)} /><bdi>${label(name)}</bdi>
            <span class="bar-track">
                <span class="bar-fill" style=${{width: 100 * (value ?? 0) / most + "%", background: look(name).colour}}></span>
            </span>
            <span class="bar-value">${number(value)} ${title}${note ? html`, <em>${note}</em>` : ""}</span>
        </li>`)}</ul>`;
}

/** Reads and writes one entry. @param {{operator: import("./operations.js").Operator}} props */
function TryIt({operator}) {
    const [key, setKey] = useState("greeting");
    const [value, setValue] = useState("hello");
    const [answer, setAnswer] = useState("");
    const perform = async (/** @type {"get" | "set"} */ action) => {
        setAnswer(await operator.perform(action, key, action === "set" ? value : undefined) ?? "");
    };
    const onSubmit = (/** @type {Event} */ event) => {
        event.preventDefault();
        perform("get");
    };
    return html`<form class="try-it" onSubmit=${onSubmit} title=${operator.hint}>
        <${Field} name="Key" value=${key} most=${200} onValue=${setKey} />
        <${Field} name="Value" value=${value} most=${1000} onValue=${setValue} />
        <button disabled=${!operator.enabled || key === ""}>Get</button>
        <button type="button" disabled=${!operator.enabled || key === ""} onClick=${() => perform("set")}>Set</button>
        <output aria-label="Cache answer" title=${plain(answer)}><bdi>${answer}</bdi></output>
    </form>`;
}

/** @param {{name: string, value: string, most: number, onValue: (value: string) => void}} props */
function Field({name, value, most, onValue}) {
    return html`<input type="text" aria-label=${name} value=${value} maxlength=${most} autocomplete="off" spellcheck=${false}
        onInput=${(/** @type {any} */ event) => onValue(event.target.value)} />`;
}

/**
 * The growth of a counter per second, over the last seconds.
 *
 * @param {number} now
 * @param {number | null} count
 * @returns {number | null}
 */
function useRate(now, count) {
    const samples = useRef(/** @type {{now: number, count: number}[]} */ ([]));
    if (count === null) {
        return null;
    }
    const list = samples.current;
    const last = list.at(-1);
    if (last && (now < last.now || count < last.count)) {
        list.length = 0;
    }
    if (list.at(-1)?.now !== now) {
        list.push({now, count});
    }
    while (list.length > 2 && now - list[1].now >= WINDOW_MILLIS) {
        list.shift();
    }
    const millis = now - list[0].now;
    return millis > 0 ? 1000 * (count - list[0].count) / millis : null;
}
