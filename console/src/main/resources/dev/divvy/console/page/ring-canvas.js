// @ts-check
/**
 * Keeps a canvas up to date: sharp at any size, painted only when something changed, and animated only while pieces move. The bands are
 * painted once into an image; an animation paints chords and that image.
 */
import {paintChords, paintPin} from "./chord-paint.js";
import {paintBands} from "./ring-paint.js";

/**
 * @typedef {import("./chords.js").Chord} Chord
 * @typedef {import("./ring-paint.js").Scene} Scene
 *
 * @typedef {object} Picture
 * @property {string} key differs when anything else here does
 * @property {Omit<Scene, "theme" | "scale">} scene
 * @property {Chord[]} chords
 * @property {Chord[] | null} planned the chords of a plan; they replace the others
 * @property {(chord: Chord) => boolean} isWaiting whether its former owner has not released it yet
 * @property {boolean} handingOver
 * @property {boolean} still whether the chords stay: an epoch of the past
 * @property {number} since when the epoch arrived
 * @property {number | null} pin the number of a piece
 */

const FLIGHT_MILLIS = 900;
const SHOWN_MILLIS = 4000;
const FADE_MILLIS = 700;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export class RingCanvas {
    /** @param {HTMLElement} holder @param {HTMLCanvasElement} canvas */
    constructor(holder, canvas) {
        this.holder = holder;
        this.canvas = canvas;
        this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        this.size = 0;
        this.scale = 1;
        /** @type {Picture | null} */
        this.picture = null;
        /** @type {OffscreenCanvas | null} */
        this.bands = null;
        this.theme = themeOf(holder);
        this.frame = 0;
        this.timer = 0;
        this.observer = new ResizeObserver(() => this.resize());
        this.observer.observe(holder);
        this.dark = matchMedia("(prefers-color-scheme: dark)");
        this.onTheme = () => this.repaint();
        this.dark.addEventListener("change", this.onTheme);
    }

    close() {
        this.observer.disconnect();
        this.dark.removeEventListener("change", this.onTheme);
        this.rest();
    }

    resize() {
        const size = Math.floor(Math.min(this.holder.clientWidth, this.holder.clientHeight));
        const scale = devicePixelRatio || 1;
        if (size > 0 && (size !== this.size || scale !== this.scale)) {
            this.size = size;
            this.scale = scale;
            this.canvas.width = Math.round(size * scale);
            this.canvas.height = this.canvas.width;
            this.canvas.style.width = size + "px";
            this.canvas.style.height = size + "px";
            this.holder.style.setProperty("--ring", size + "px");
            this.repaint();
        }
    }

    /** @param {Picture} picture */
    show(picture) {
        const isNew = this.picture?.key !== picture.key;
        this.picture = picture;
        if (devicePixelRatio !== this.scale) {
            this.resize();
        }
        if (isNew) {
            this.repaint();
        }
    }

    repaint() {
        this.bands = null;
        this.theme = themeOf(this.holder);
        this.paint();
    }

    /** Forgets the next frame. */
    rest() {
        cancelAnimationFrame(this.frame);
        clearTimeout(this.timer);
    }

    /** Paints a frame, and asks for the next one when something will look different. */
    paint() {
        this.rest();
        const {picture, size, context} = this;
        if (!picture || size === 0) {
            return;
        }
        const scene = this.scene(picture);
        const half = this.canvas.width / 2;
        this.bands ??= this.paintedBands(scene);
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, this.canvas.width, this.canvas.height);
        context.setTransform(this.scale, 0, 0, this.scale, half, half);
        const pause = this.paintMotion(picture, scene);
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.drawImage(this.bands, 0, 0);
        context.setTransform(this.scale, 0, 0, this.scale, half, half);
        if (picture.pin !== null) {
            paintPin(context, scene, picture.pin, size);
        }
        if (pause === 0) {
            this.frame = requestAnimationFrame(() => this.paint());
        } else if (pause < Infinity) {
            this.timer = setTimeout(() => this.paint(), pause);
        }
    }

    /** @param {Picture} picture @param {Scene} scene @returns {number} the milliseconds for which the picture stays as it is */
    paintMotion(picture, scene) {
        if (picture.planned) {
            paintChords(this.context, scene, picture.planned, this.size, {reach: 1, alpha: 1, dash: 0, kind: () => "planned"});
            return Infinity;
        }
        const age = Date.now() - picture.since;
        const left = SHOWN_MILLIS + FADE_MILLIS - age;
        const isShown = picture.still || picture.handingOver || left > 0;
        if (!isShown) {
            return Infinity;
        }
        const rests = picture.still || reduced.matches;
        const reach = rests ? 1 : eased(Math.min(1, age / FLIGHT_MILLIS));
        const alpha = rests || picture.handingOver ? 1 : Math.min(1, left / FADE_MILLIS);
        const kind = (/** @type {Chord} */ chord) => picture.isWaiting(chord) ? /** @type {const} */ ("waiting") : /** @type {const} */ ("gained");
        paintChords(this.context, scene, picture.chords, this.size, {reach, alpha, kind, dash: rests ? 0 : -age / 40});
        if (picture.still || (picture.handingOver && rests)) {
            return Infinity;
        }
        if (rests) {
            return left;
        }
        const isMoving = reach < 1 || alpha < 1 || picture.chords.some(picture.isWaiting);
        return isMoving ? 0 : picture.handingOver ? Infinity : left - FADE_MILLIS;
    }

    /** @param {Scene} scene */
    paintedBands(scene) {
        const image = new OffscreenCanvas(this.canvas.width, this.canvas.width);
        const context = /** @type {OffscreenCanvasRenderingContext2D} */ (image.getContext("2d"));
        context.setTransform(this.scale, 0, 0, this.scale, image.width / 2, image.width / 2);
        paintBands(context, scene, this.size);
        return image;
    }

    /** @param {Picture} picture @returns {Scene} */
    scene(picture) {
        return {...picture.scene, theme: this.theme, scale: this.scale};
    }
}

/** @param {Element} element @returns {import("./ring-paint.js").Theme} */
export function themeOf(element) {
    const style = getComputedStyle(element);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    return {ink: colour("--ink"), muted: colour("--muted"), line: colour("--band"), background: colour("--background"), good: colour("--good")};
}

/** @param {number} t */
function eased(t) {
    return 1 - (1 - t) ** 3;
}
