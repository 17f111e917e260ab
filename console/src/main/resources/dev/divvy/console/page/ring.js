// @ts-check
/**
 * The ring: the owner of every piece, what the epoch changed, and what is moving. Renders the role "img" with a name that begins with
 * "Ring", and below it a caption with the texts "moved 3,277" and "fewest possible 3,277". A member that is dragged off the ring is asked
 * about: what if it left.
 */
import {chordsOf} from "./chords.js";
import {RingCanvas} from "./ring-canvas.js";
import {usePointer} from "./ring-pointer.js";
import {counted, duration, number, plain} from "./text.js";
import {html, useLayoutEffect, useMemo, useRef} from "./ui.js";

/**
 * @typedef {object} RingProps
 * @property {import("./model.js").Entry} entry the epoch that is shown
 * @property {import("./runs.js").Change} change
 * @property {import("./types.js").GroupView} group
 * @property {boolean} isNewest whether the epoch is the newest one
 * @property {boolean} still whether chords stay
 * @property {number} since when the epoch arrived
 * @property {{change: import("./runs.js").Change, moved: number, fewest: number, causes: string} | null} plan
 * @property {number | null} pin
 * @property {string | null} focus
 * @property {(name: string | null) => void} onFocus
 * @property {(name: string) => import("./palette.js").Look} look
 * @property {(name: string) => string} label
 * @property {string} causes
 * @property {((name: string) => void) | null} onWhatIf null where nothing can be asked
 */

/** @param {RingProps} props */
export function Ring(props) {
    const {entry, change, group, isNewest, plan} = props;
    const holder = useRef(/** @type {HTMLElement | null} */ (null));
    const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
    const painter = useRef(/** @type {RingCanvas | null} */ (null));
    const chords = useMemo(() => chordsOf(change), [change]);
    const planned = useMemo(() => plan && chordsOf(plan.change), [plan?.change]);
    useLayoutEffect(() => {
        const created = new RingCanvas(/** @type {any} */ (holder.current), /** @type {any} */ (canvas.current));
        painter.current = created;
        return () => created.close();
    }, []);
    useLayoutEffect(() => painter.current?.show(pictureOf(props, chords, planned)));
    const {tip, handlers} = usePointer(props);
    const piece = change.units ? "unit" : "token";
    const view = entry.view;
    return html`<figure class="ring">
        <div class="ring-holder" ref=${holder}>
            <canvas ref=${canvas} role="img" aria-label=${"Ring: " + sentence(props, piece)}
                class=${props.onWhatIf ? "draggable" : ""} ...${handlers}></canvas>
            ${!isNewest && html`<div class="past ring-note">epoch ${number(view.epoch)}</div>`}
            ${plan
                ? html`<${Centre} title="what if" moved=${plan.moved} fewest=${plan.fewest} verb="would move" causes=${"if " + plan.causes} />`
                : html`<${Centre} title=${"epoch " + number(view.epoch)} moved=${view.moved} fewest=${view.fewest} verb="moved"
                    causes=${props.causes} />`}
            ${tip && html`<div class="tip" style=${{left: tip.x + "px", top: tip.y + "px"}} aria-hidden="true"><bdi>${tip.text}</bdi></div>`}
        </div>
        <figcaption>
            <p class="hidden"><span>moved ${number(view.moved)}</span>, <span>fewest possible ${number(view.fewest)}</span></p>
            <p>${counted(change.total, piece)}${plan ? "" : handoverText(view, group, isNewest)}</p>
            <p class="legend">outer band: ${isNewest ? "now" : "this epoch"}${change.before && " · inner band: one epoch before · line: moved"}</p>
        </figcaption>
    </figure>`;
}

/**
 * The figures in the middle; the caption has them as plain text.
 *
 * @param {{title: string, moved: number, fewest: number, verb: string, causes: string}} props
 */
function Centre({title, moved, fewest, verb, causes}) {
    const isFewest = moved === fewest;
    return html`<div class="centre" aria-hidden="true">
        <div class="centre-epoch">${title}</div>
        <div class=${isFewest ? "equation equal" : "equation"}>
            <div><b>${number(moved)}</b><span>${verb}</span></div>
            <i>${isFewest ? "=" : moved > fewest ? ">" : "<"}</i>
            <div><b>${number(fewest)}</b><span>fewest possible</span></div>
        </div>
        <div class="centre-causes"><bdi>${causes}</bdi></div>
    </div>`;
}

/**
 * @param {RingProps} props
 * @param {import("./chords.js").Chord[]} chords
 * @param {import("./chords.js").Chord[] | null} planned
 * @returns {import("./ring-canvas.js").Picture}
 */
function pictureOf(props, chords, planned) {
    const {entry, change, group, isNewest, still, since, pin, plan, look} = props;
    // A member that is not on the ring cannot be emphasised there.
    const focus = props.focus !== null && change.members.includes(props.focus) ? props.focus : null;
    const handovers = isNewest && !still ? group.handovers : [];
    const waits = new Set(handovers.flatMap(({to, waitingFor}) => waitingFor.map((from) => from + "\n" + to)));
    const isWaiting = (/** @type {{from: string | null, to: string | null}} */ {from, to}) => waits.has(from + "\n" + to);
    const places = change.members.map((name) => look(name).place);
    return {
        key: JSON.stringify([
            entry.view.epoch, change.total, places, still, since, pin, focus, plan?.causes, plan?.moved, [...waits], handovers.length > 0,
        ]),
        scene: {change, look, focus, isWaiting: waits.size > 0 ? isWaiting : null},
        chords,
        planned,
        isWaiting,
        handingOver: handovers.length > 0,
        still,
        since,
        pin,
    };
}

/** @param {import("./types.js").EpochView} view @param {import("./types.js").GroupView} group @param {boolean} isNewest */
function handoverText(view, group, isNewest) {
    if (view.handoverMillis !== null) {
        return " · handed over in " + duration(view.handoverMillis);
    }
    return isNewest && !group.calm ? " · handing over" : "";
}

/** @param {RingProps} props @param {string} piece */
function sentence({entry, change, causes, label}, piece) {
    const shares = new Map(change.members.map((name) => [name, 0]));
    change.now.forEach((run) => run.owner !== null && shares.set(run.owner, (shares.get(run.owner) ?? 0) + run.end - run.start));
    const some = [...shares].slice(0, 8).map(([name, count]) => `${plain(label(name))} ${number(count)}`);
    const more = shares.size > 8 ? ` and ${shares.size - 8} more members` : "";
    return `epoch ${entry.view.epoch}, ${plain(causes)}; ${counted(change.total, piece)}: ${some.join(", ")}${more}; `
        + `moved ${number(entry.view.moved)}, fewest possible ${number(entry.view.fewest)}`;
}
