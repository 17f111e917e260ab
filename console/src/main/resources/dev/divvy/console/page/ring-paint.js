// @ts-check
/** Paints the bands of the ring, on any canvas context whose unit is a CSS pixel and whose origin is the centre of the ring. */
import {angleOf} from "./chords.js";
import {HATCHES, HATCH_SIZE, hatchWidth} from "./palette.js";
import {coarser} from "./runs.js";

/**
 * @typedef {import("./palette.js").Look} Look
 * @typedef {import("./runs.js").Run} Run
 * @typedef {{ink: string, muted: string, line: string, background: string, good: string}} Theme
 * @typedef {{outer: number, band: number, inner: number, former: number, chords: number}} Radii
 *
 * @typedef {object} Scene
 * @property {import("./runs.js").Change} change
 * @property {(name: string) => Look} look
 * @property {string | null} focus the member to emphasise
 * @property {((run: {from: string | null, to: string | null}) => boolean) | null} isWaiting whether a former owner has not released it yet
 * @property {Theme} theme
 * @property {number} scale device pixels per CSS pixel
 */

/** The fonts of the page, for text on a canvas. */
export const FONT = 'Inter, system-ui, -apple-system, "Segoe UI", Roboto,'
    + ' "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';

const TURN = 2 * Math.PI;
const MOST_SEPARATED_PIECES = 64;
/** @type {Map<string, CanvasPattern | string>} */
const paints = new Map();

/** @param {number} size @returns {Radii} outer and inner edges of the band of now, then of the band of before */
export function radiiOf(size) {
    const outer = size / 2 - 10;
    const band = Math.max(12, Math.min(26, size * 0.062));
    const inner = outer - band;
    const former = inner - 3;
    return {outer, band, inner, former, chords: former - Math.max(6, band * 0.42) - 2};
}

/** @param {Look} look @param {number} scale @returns {CanvasPattern | string} */
function paintOf(look, scale) {
    const key = look.colour + look.hatch + "x" + scale;
    let paint = paints.get(key);
    if (!paint) {
        paint = look.hatch === 0 ? look.colour : hatched(look, scale);
        paints.set(key, paint);
    }
    return paint;
}

/** @param {Look} look @param {number} scale @returns {CanvasPattern | string} */
function hatched(look, scale) {
    const side = Math.round(HATCH_SIZE * scale);
    const tile = new OffscreenCanvas(side, side);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (tile.getContext("2d"));
    context.fillStyle = look.colour;
    context.fillRect(0, 0, side, side);
    context.scale(side / HATCH_SIZE, side / HATCH_SIZE);
    context.strokeStyle = look.ink;
    context.globalAlpha = 0.3;
    context.lineWidth = hatchWidth(look.hatch);
    context.lineCap = "round";
    context.stroke(new Path2D(HATCHES[look.hatch]));
    const pattern = context.createPattern(tile, "repeat");
    pattern?.setTransform(new DOMMatrix().scale(HATCH_SIZE / side));
    return pattern ?? look.colour;
}

/** @param {any} context @param {Scene} scene @param {number} size */
export function paintBands(context, scene, size) {
    const {change} = scene;
    const radii = radiiOf(size);
    const parts = Math.round(TURN * radii.outer * scene.scale);
    const now = coarser(change.now, change.total, parts);
    paintBand(context, scene, now, radii.outer, radii.inner, 1);
    if (change.before) {
        const inner = radii.chords + 2;
        paintBand(context, scene, coarser(change.before, change.total, parts), radii.former, inner, 0.32);
        paintMoved(context, scene, radii, inner);
    }
    paintSeparators(context, scene, now, radii);
    paintLetters(context, scene, now, radii);
}

/**
 * @param {any} context
 * @param {Scene} scene
 * @param {Run[]} runs
 * @param {number} outer
 * @param {number} inner
 * @param {number} alpha
 */
function paintBand(context, scene, runs, outer, inner, alpha) {
    for (const run of runs) {
        fillRun(context, scene, run, outer, inner, alpha);
    }
    context.globalAlpha = 1;
}

/**
 * @param {any} context
 * @param {Scene} scene
 * @param {Run} run
 * @param {number} outer
 * @param {number} inner
 * @param {number} alpha
 */
function fillRun(context, scene, run, outer, inner, alpha) {
    const {change, focus, theme} = scene;
    const overlap = 0.3 / outer;
    const isFaded = run.owner === null || (focus !== null && focus !== run.owner);
    const low = angleOf(run.start, change.total);
    const high = angleOf(run.end, change.total) + overlap;
    context.globalAlpha = alpha;
    context.fillStyle = isFaded ? theme.line : paintOf(scene.look(/** @type {string} */ (run.owner)), scene.scale);
    context.beginPath();
    context.arc(0, 0, outer, low, high);
    context.arc(0, 0, inner, high, low, true);
    context.fill();
}

/**
 * The pieces that moved: full colour in the band of before, and a line outside.
 *
 * @param {any} context
 * @param {Scene} scene
 * @param {Radii} radii
 * @param {number} inner
 */
function paintMoved(context, scene, radii, inner) {
    const {change, theme} = scene;
    for (const run of change.moved) {
        fillRun(context, scene, {...run, owner: run.from}, radii.former, inner, 1);
        if (scene.isWaiting?.(run)) {
            fillRun(context, scene, {...run, owner: null}, radii.outer, radii.inner, 0.72);
        }
    }
    context.globalAlpha = 1;
    context.strokeStyle = theme.ink;
    context.lineWidth = 2;
    context.beginPath();
    for (const run of change.moved) {
        const low = angleOf(run.start, change.total);
        const gap = Math.min(1.2 / radii.outer, (angleOf(run.end, change.total) - low) / 4);
        context.moveTo((radii.outer + 5) * Math.cos(low + gap), (radii.outer + 5) * Math.sin(low + gap));
        context.arc(0, 0, radii.outer + 5, low + gap, angleOf(run.end, change.total) - gap);
    }
    context.stroke();
}

/** @param {any} context @param {Scene} scene @param {Run[]} runs @param {Radii} radii */
function paintSeparators(context, scene, runs, radii) {
    const {change, theme} = scene;
    const least = 5 * change.total / (TURN * radii.outer);
    context.strokeStyle = theme.background;
    context.lineWidth = runs.length > 40 ? 0.75 : 1.5;
    context.beginPath();
    const cut = (/** @type {number} */ piece) => {
        const angle = angleOf(piece, change.total);
        context.moveTo(radii.outer * Math.cos(angle), radii.outer * Math.sin(angle));
        context.lineTo(radii.inner * Math.cos(angle), radii.inner * Math.sin(angle));
    };
    if (change.total <= MOST_SEPARATED_PIECES) {
        for (let piece = 0; piece < change.total; piece++) {
            cut(piece);
        }
    } else {
        runs.forEach((run, index) => {
            const former = runs[(index + runs.length - 1) % runs.length];
            if (former !== run && run.end - run.start > least && former.end - former.start > least) {
                cut(run.start);
            }
        });
    }
    context.stroke();
}

/** @param {Run[]} runs @returns {Run[]} one run per piece */
function singly(runs) {
    return runs.flatMap(({start, end, owner}) =>
        Array.from({length: end - start}, (_, index) => ({start: start + index, end: start + index + 1, owner})));
}

/** @param {any} context @param {Scene} scene @param {Run[]} runs @param {Radii} radii */
function paintLetters(context, scene, runs, radii) {
    const {change, focus, theme} = scene;
    const radius = (radii.outer + radii.inner) / 2;
    const size = Math.min(13, radii.band * 0.52);
    context.font = `600 ${size}px ${FONT}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const run of change.total <= MOST_SEPARATED_PIECES ? singly(runs) : runs) {
        if (run.owner === null) {
            continue;
        }
        const look = scene.look(run.owner);
        const low = angleOf(run.start, change.total);
        const high = angleOf(run.end, change.total);
        if ((high - low) * radius < size * (0.9 + 0.7 * look.letter.length)) {
            continue;
        }
        const middle = (low + high) / 2;
        const x = radius * Math.cos(middle);
        const y = radius * Math.sin(middle);
        const isFaded = focus !== null && focus !== run.owner;
        // The hatch ends around the letter, so that both can be read.
        context.fillStyle = isFaded ? theme.line : look.colour;
        context.beginPath();
        context.arc(x, y, size * (0.62 + 0.2 * look.letter.length), 0, TURN);
        context.fill();
        context.fillStyle = isFaded ? theme.muted : look.ink;
        context.fillText(look.letter, x, y + size * 0.05);
    }
}
