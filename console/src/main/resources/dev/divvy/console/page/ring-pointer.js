// @ts-check
/** The pointer on the ring: what is below it, and a member that is dragged off the ring to ask what would happen if it left. */
import {radiiOf} from "./ring-paint.js";
import {number} from "./text.js";
import {useState} from "./ui.js";

/**
 * @typedef {import("./runs.js").Change} Change
 * @typedef {{x: number, y: number, text: string}} Tip
 */

/** How far from the ring, in pixels, a member must be dropped. */
const OFF = 20;

/** @param {Pick<import("./ring.js").RingProps, "change" | "label" | "onFocus" | "onWhatIf">} props */
export function usePointer({change, label, onFocus, onWhatIf}) {
    const [tip, setTip] = useState(/** @type {Tip | null} */ (null));
    const [dragged, setDragged] = useState(/** @type {string | null} */ (null));
    const show = (/** @type {PointerEvent} */ event, /** @type {string | null} */ owner, /** @type {string | null} */ text) => {
        onFocus(owner);
        setTip(text === null ? null : {x: event.offsetX, y: event.offsetY, text});
    };
    const onPointerMove = (/** @type {PointerEvent} */ event) => {
        if (dragged !== null) {
            show(event, dragged, isOff(event) ? `What if ${label(dragged)} left?` : label(dragged));
            return;
        }
        const piece = pieceAt(event, change.total);
        const owner = ownerOf(change, piece);
        show(event, owner, piece === null ? null : tipText(change, piece, owner, label));
    };
    const onPointerDown = (/** @type {PointerEvent} */ event) => {
        const owner = ownerOf(change, pieceAt(event, change.total));
        // A finger scrolls the page.
        if (owner !== null && onWhatIf && event.button === 0 && event.pointerType !== "touch") {
            event.preventDefault();
            /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
            setDragged(owner);
        }
    };
    const onPointerLeave = (/** @type {PointerEvent} */ event) => {
        setDragged(null);
        show(event, null, null);
    };
    const onPointerUp = (/** @type {PointerEvent} */ event) => {
        if (dragged !== null && isOff(event)) {
            onWhatIf?.(dragged);
        }
        onPointerLeave(event);
    };
    return {tip, handlers: {onPointerMove, onPointerDown, onPointerUp, onPointerLeave, onPointerCancel: onPointerLeave}};
}

/** @param {Change} change @param {number | null} piece @returns {string | null} */
function ownerOf(change, piece) {
    return piece === null ? null : runAt(change, piece)?.owner ?? null;
}

/** @param {Change} change @param {number} piece @returns {import("./runs.js").Run | undefined} */
function runAt(change, piece) {
    return change.now.find((run) => run.end > piece);
}

/** @param {PointerEvent} event where the pointer is, seen from the centre */
function fromCentre(event) {
    const size = /** @type {HTMLElement} */ (event.currentTarget).clientWidth;
    const x = event.offsetX - size / 2;
    const y = event.offsetY - size / 2;
    return {x, y, radius: Math.hypot(x, y), radii: radiiOf(size)};
}

/** @param {PointerEvent} event @returns {boolean} whether the pointer is so far outside of the ring that a member is dropped */
function isOff(event) {
    const {radius, radii} = fromCentre(event);
    return radius > radii.outer + OFF;
}

/** @param {PointerEvent} event @param {number} total @returns {number | null} the number of the piece under the pointer */
function pieceAt(event, total) {
    const {x, y, radius, radii} = fromCentre(event);
    if (radius > radii.outer + 6 || radius < radii.chords) {
        return null;
    }
    const turn = (Math.atan2(y, x) + Math.PI / 2 + 2 * Math.PI) % (2 * Math.PI);
    return Math.min(total - 1, Math.floor(turn / (2 * Math.PI) * total));
}

/**
 * @param {Change} change
 * @param {number} piece
 * @param {string | null} owner
 * @param {(name: string) => string} label
 */
function tipText(change, piece, owner, label) {
    const run = runAt(change, piece);
    const moved = change.moved.find((candidate) => candidate.start <= piece && piece < candidate.end);
    const from = moved ? `, before: ${nameOf(moved.from, label)}` : "";
    const range = run ? `tokens ${number(run.start)} to ${number(run.end - 1)}` : "";
    return `${change.units ? change.units[piece] : range}: ${nameOf(owner, label)}${from}`;
}

/** @param {string | null} owner @param {(name: string) => string} label */
function nameOf(owner, label) {
    return owner === null ? "no owner" : label(owner);
}
