// @ts-check
/**
 * A colour, a hatch and a letter for each member. The colours are those of Okabe and Ito, which people with any kind of colour vision can
 * tell apart; the hatch and the letter carry the same information without colour. Renders no controls.
 */
import {byName} from "./text.js";
import {html} from "./ui.js";

/** @typedef {{place: number, letter: string, colour: string, ink: string, hatch: number}} Look */

const COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#30343b"];
const DARK_COLOURS = [...COLOURS.slice(0, 7), "#c3c8d0"];
const DARK_INK = "#111318";
const LIGHT_INK = "#ffffff";

/** The side of the square that a hatch repeats. */
export const HATCH_SIZE = 8;

/** The hatches as paths in that square; the first is plain. */
export const HATCHES = [
    "",
    "M-1 1 1-1M0 8 8 0M7 9 9 7",
    "M0 4H8",
    "M-1 7 1 9M0 0 8 8M7-1 9 1",
    "M4 0V8",
    "M2 2h.01M6 6h.01",
    "M-1 1 1-1M0 8 8 0M7 9 9 7M-1 7 1 9M0 0 8 8M7-1 9 1",
    "M0 4H8M4 0V8",
];

/** @param {number} hatch */
export function hatchWidth(hatch) {
    return hatch === 5 ? 2.2 : 1.1;
}

const dark = matchMedia("(prefers-color-scheme: dark)");

export function isDark() {
    return dark.matches;
}

/** Which member has which place. A member keeps its place as long as it is known. */
export class Palette {
    constructor() {
        /** @type {Map<string, number>} */
        this.places = new Map();
    }

    /**
     * Gives places to new names, the lowest free ones in the order of their labels, and frees those of names that are no longer known.
     *
     * @param {Iterable<string>} names
     * @param {(name: string) => string} label
     */
    know(names, label) {
        const known = new Set(names);
        for (const name of [...this.places.keys()]) {
            if (!known.has(name)) {
                this.places.delete(name);
            }
        }
        const taken = new Set(this.places.values());
        let free = 0;
        for (const name of [...known].filter((name) => !this.places.has(name)).sort((a, b) => byName(label(a), label(b)))) {
            while (taken.has(free)) {
                free++;
            }
            taken.add(free);
            this.places.set(name, free);
        }
    }

    /** @param {string} name @returns {Look} */
    look(name) {
        return lookOf(this.places.get(name) ?? this.places.size);
    }
}

/** @param {number} place @returns {Look} */
function lookOf(place) {
    const index = place % COLOURS.length;
    const colour = (isDark() ? DARK_COLOURS : COLOURS)[index];
    const ink = index === 0 || (index === 7 && !isDark()) ? LIGHT_INK : DARK_INK;
    // After eight members the colours repeat, with another hatch.
    const hatch = (place + Math.floor(place / COLOURS.length)) % HATCHES.length;
    return {place, letter: letterOf(place), colour, ink, hatch};
}

/** A to Z, then AA, AB and so on. @param {number} place @returns {string} */
function letterOf(place) {
    const last = String.fromCharCode(65 + place % 26);
    return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last;
}

/** The SVG patterns that swatches and lanes refer to; rendered once per page. */
export function HatchPatterns() {
    return html`<svg class="hatch-patterns" width="0" height="0" aria-hidden="true">
        <defs>
            ${["dark", "light"].map((tone) => HATCHES.map((path, hatch) => html`
                <pattern id=${`hatch-${tone}-${hatch}`} width=${HATCH_SIZE} height=${HATCH_SIZE} patternUnits="userSpaceOnUse">
                    <path class=${"hatch-" + tone} d=${path} stroke-width=${hatchWidth(hatch)} stroke-linecap="round" fill="none" />
                </pattern>`))}
        </defs>
    </svg>`;
}

/** The letter, colour and hatch of a member. @param {{look: Look, off?: boolean}} props */
export function Swatch({look, off}) {
    const letter = 15 + 7 * (look.letter.length - 1);
    const hatch = `url(#hatch-${look.ink === LIGHT_INK ? "light" : "dark"}-${look.hatch})`;
    return html`<svg class=${off ? "swatch off" : "swatch"} width=${letter + 10} height="16" aria-hidden="true">
        <rect width=${letter + 10} height="16" fill=${look.colour} />
        <rect x=${letter} width="10" height="16" fill=${hatch} />
        <text x=${letter / 2 + 0.5} y="12" text-anchor="middle" fill=${look.ink}>${look.letter}</text>
    </svg>`;
}
