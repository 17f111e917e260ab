// @ts-check
/**
 * The page. Renders the role "tablist" with the tabs "cache", "outbox", "distributor" as far as there are any, the state of the group
 * ("epoch 15", "calm"), errors with the role "alert" and the button "Dismiss", and one polite live region.
 */
import {Ask} from "./ask.js";
import {Epochs, stepFor} from "./epochs.js";
import {Figures} from "./figures.js";
import {Lanes} from "./lanes.js";
import {Members} from "./members.js";
import {AuditLine} from "./operations.js";
import {HatchPatterns} from "./palette.js";
import {Ring} from "./ring.js";
import {themeOf} from "./ring-canvas.js";
import {rowsOf} from "./rows.js";
import {Rules} from "./rules.js";
import {ReplayBanner, servedReplay, Share} from "./share.js";
import {State} from "./state.js";
import {ConnectionState, follow} from "./stream.js";
import {number} from "./text.js";
import {html, render} from "./ui.js";

const LEAST_MILLIS = 200;
/** Beyond so many members the page is refreshed less often, in proportion. */
const MANY_MEMBERS = 25;
/** Whether the server has nothing but a replay: `divvy replay`. */
const isServedReplay = location.hash === "#replay";
const root = /** @type {HTMLElement} */ (document.getElementById("app"));
let painted = 0;
let timer = 0;
let isQueued = false;

/** Events of the server are shown at most five times per second, those of the user at once. */
function refreshSoon() {
    const members = state.model.product(state.product)?.group.members.length ?? 0;
    const pause = LEAST_MILLIS * Math.max(1, Math.min(4, members / MANY_MEMBERS));
    timer ||= window.setTimeout(refresh, Math.max(0, painted + pause - Date.now()));
}

function refreshNow() {
    if (!isQueued) {
        isQueued = true;
        queueMicrotask(refresh);
    }
}

function refresh() {
    clearTimeout(timer);
    timer = 0;
    isQueued = false;
    painted = Date.now();
    render(html`<${Page} state=${state} now=${painted} />`, root);
}

const state = new State(refreshNow);

/** @param {{state: State, now: number}} props */
function Page({state, now}) {
    const {model, replay} = state;
    const products = model.status?.products ?? [];
    const view = products.find(({product}) => product === state.product) ?? products[0];
    if (view && view.product !== state.product) {
        state.product = view.product;
    }
    const operator = state.operator();
    const operations = model.status?.operations;
    const face = view ? faceOf(state, view) : null;
    return html`
        <${HatchPatterns} />
        <header>
            <div class="top">
                <h1>divvy</h1>
                <${Tabs} products=${products.map(({product}) => product)} selected=${state.product}
                    onSelect=${(/** @type {string} */ product) => state.selectProduct(product)} />
                ${view && html`<${GroupState} group=${view.group} />`}
                <span class="notice" role="status" aria-label="Notice"><bdi>${state.notice?.text ?? ""}</bdi></span>
                <${Share} model=${model} content=${face?.content ?? null} onNotice=${(/** @type {string} */ text) => state.note(text)}
                    onError=${(/** @type {string} */ text) => state.fail(text)} onReplay=${(/** @type {any} */ opened) => state.show(opened)} />
                ${replay ? html`<div class="connection replay">replay</div>` : html`<${ConnectionState} arrived=${model.arrived} now=${now} />`}
            </div>
            ${replay && html`<${ReplayBanner} file=${replay.file} onBack=${isServedReplay ? null : () => state.show(null)} />`}
            ${operations && operator && html`<${AuditLine} view=${operations} operator=${operator} />`}
            <${Messages} state=${state} problem=${model.status?.problem ?? null} />
        </header>
        <main><div id="panel" class="panel" role="tabpanel" aria-label=${state.product || "Divvy"}>
            ${view && face ? html`<${Face} key=${(replay ? "replay " : "") + view.product} state=${state} view=${view} face=${face}
                    now=${replay ? model.status?.now : model.serverTime(now)} />`
                : html`<p class="nothing">${view ? "Nothing is divided yet: the members are starting." : "Waiting for the server."}</p>`}
        </div></main>
        <p class="hidden" aria-live="polite">${state.announcement}</p>`;
}

/** What the parts of a face have in common. @param {State} state @param {import("./types.js").ProductView} view */
function faceOf(state, view) {
    const {model} = state;
    const history = model.history(view.product);
    if (history.entries.length === 0) {
        return null;
    }
    const index = history.indexOf(state.epoch);
    const palette = state.palette(view.product);
    const processes = model.processesOf(view.product);
    const label = (/** @type {string} */ name) => model.label(view.product, name);
    const causesText = (/** @type {string[]} */ causes) => model.causesText(view.product, causes);
    const look = (/** @type {string} */ name) => palette.look(name);
    const entry = history.entries[index];
    const change = history.change(index);
    const causes = causesText(entry.view.causes);
    const version = model.status?.version ?? "";
    const content = () => ({view: entry.view, change, look, label, causes, product: view.product, version, theme: themeOf(document.body)});
    return {history, index, entry, change, causes, processes, label, causesText, look, content};
}

/**
 * @param {{state: State, view: import("./types.js").ProductView, face: NonNullable<ReturnType<typeof faceOf>>, now: number}} props
 */
function Face({state, view, face, now}) {
    const {model, replay, focus} = state;
    const {history, index, entry, change, look, label} = face;
    const {product, group} = view;
    const isNewest = index === history.entries.length - 1;
    const onFocus = (/** @type {string | null} */ name) => state.focusOn(name);
    const onWhatIf = (/** @type {string} */ name) => state.askPlan(name);
    const operator = state.operator();
    const shared = {product, group, look, label, focus, onFocus, operator};
    const rows = rowsOf(group.members, face.processes);
    const answer = state.plan?.answer ?? null;
    const plan = answer && {change: state.plan?.change, moved: answer.moved, fewest: answer.fewest, causes: face.causesText(answer.changes)};
    const note = isNewest ? "" : `as they are now; the ring shows epoch ${number(entry.view.epoch)}`;
    const members = rows.filter((row) => row.process?.member !== "").map(({name}) => name);
    const present = group.members.map(({name}) => name);
    return html`<div class="face">
        <${Ring} ...${shared} entry=${entry} change=${change} causes=${face.causes} isNewest=${isNewest} still=${!isNewest || replay !== null}
            since=${history.newestArrived} plan=${plan} pin=${state.why?.index ?? null} onWhatIf=${replay ? null : onWhatIf} />
        <${Members} ...${shared} rows=${rows} beats=${(/** @type {string} */ name) => model.beatsOf(product, name)}
            onWhatIf=${onWhatIf} canAsk=${!replay} note=${note} />
        <${Rules} product=${product} view=${entry.view} isFirst=${change.before === null} />
        <${Figures} ...${shared} figures=${view.figures} now=${model.status?.now ?? 0} />
        <${Lanes} ...${shared} history=${history} members=${members} present=${present} divides=${group.divides ?? "pieces"} now=${now}
            causesText=${face.causesText} selected=${isNewest ? null : entry.view.epoch} />
        <${Epochs} changes=${history.changes} entries=${history.entries} index=${index} isNow=${isNewest} causesText=${face.causesText}
            onSelect=${(/** @type {number} */ at) => state.selectEpoch(at)} />
        <${Ask} product=${product} why=${state.why} plan=${answer} causes=${plan?.causes ?? ""} canAsk=${!replay}
            onAsk=${(/** @type {string} */ key) => state.askWhy(key)} onClear=${() => state.clearAnswers()} />
    </div>`;
}

/** @param {{products: string[], selected: string, onSelect: (product: string) => void}} props */
function Tabs({products, selected, onSelect}) {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
        const next = stepFor(event.key, products.indexOf(selected), products.length);
        if (next !== null) {
            event.preventDefault();
            event.stopPropagation();
            onSelect(products[next]);
            /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (event.currentTarget).children[next]).focus();
        }
    };
    return html`<div class="tabs" role="tablist" aria-label="Products" onKeyDown=${onKey}>${products.map((product) => html`
        <button key=${product} role="tab" aria-selected=${product === selected ? "true" : "false"} aria-controls="panel"
            tabindex=${product === selected ? 0 : -1} onClick=${() => onSelect(product)}>${product}</button>`)}</div>`;
}

/** @param {{group: import("./types.js").GroupView}} props */
function GroupState({group}) {
    const moving = group.handovers.reduce((sum, handover) => sum + handover.pieces, 0);
    const [tone, text] = group.suspended ? ["changing", "suspended"] : group.calm ? ["good", "calm"]
        : ["changing", moving > 0 ? `handing over ${number(moving)} ${group.divides ?? "pieces"}` : "changing"];
    return html`<div class="group-state">epoch ${number(group.epoch)} · <span class=${tone}>${text}</span></div>`;
}

/** @param {{state: State, problem: string | null}} props */
function Messages({state, problem}) {
    return html`<div class="messages">
        ${problem && html`<div class="message" role="note"><bdi>The status could not be read: ${problem}</bdi></div>`}
        ${state.errors.map(({id, text}) => html`<div class="message error" key=${id}><p role="alert"><bdi>${text}</bdi></p>
            <button onClick=${() => state.dismiss(id)}>Dismiss</button></div>`)}
    </div>`;
}

/** Left and Right replay history wherever no other control uses them. @param {KeyboardEvent} event */
function onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const history = state.model.histories.get(state.product);
    if (!history || event.altKey || event.ctrlKey || event.metaKey || target.closest("input, textarea, select, [role=listbox], [role=tablist]")) {
        return;
    }
    const next = event.key === "Home" ? null : stepFor(event.key, history.indexOf(state.epoch), history.entries.length);
    if (next !== null) {
        event.preventDefault();
        state.selectEpoch(next);
    }
}

document.addEventListener("keydown", onKey);
addEventListener("hashchange", () => {
    state.takeKey();
    refreshNow();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", refreshNow);
setInterval(refreshSoon, 1000);
refreshNow();
if (isServedReplay) {
    servedReplay().then((replay) => state.show(replay), (error) => state.fail(error.message));
} else {
    follow((type, data) => {
        state.receive(type, data, Date.now());
        refreshSoon();
    });
}
