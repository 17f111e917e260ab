// @ts-check
/** Chords from former to new owners, as angles on the ring. Pure functions. */

/**
 * @typedef {import("./runs.js").Change} Change
 * @typedef {import("./runs.js").MovedRun} MovedRun
 * @typedef {import("./runs.js").Run} Run
 *
 * @typedef {object} Chord
 * @property {string} from
 * @property {string} to
 * @property {number} pieces
 * @property {Arc} start where it leaves the former owner
 * @property {Arc} end where it reaches the new owner
 *
 * @typedef {{low: number, high: number}} Arc angles
 * @typedef {{chord: Chord, side: "start" | "end", arc: Arc, other: Arc}} Attachment
 */

const MOST_CHORDS = 160;
const TURN = 2 * Math.PI;
/** The part of a run that chords to it may cover, and the width of a chord there in proportion to its pieces. */
const COVERED = 0.8;
const TAPERED = 0.6;

/** @param {number} piece @param {number} total @returns {number} the angle of the beginning of a piece; 0 is at the top */
export function angleOf(piece, total) {
    return TURN * piece / total - Math.PI / 2;
}

/** @param {{start: number, end: number}} run @param {number} total @returns {Arc} */
export function arcOf(run, total) {
    return {low: angleOf(run.start, total), high: angleOf(run.end, total)};
}

/**
 * Returns a chord for each run that moved. A run stays at its place on the ring. So a chord leads from a run that belonged to a member that
 * is gone to the pieces that its new owner had before; or from the pieces that the former owner keeps to the run that it lost.
 *
 * @param {Change} change
 * @returns {Chord[]} the largest last, so that the smaller ones are drawn below it
 */
export function chordsOf(change) {
    const kept = largestRuns(change.now);
    const had = largestRuns(change.before ?? []);
    const present = new Set(change.members);
    /** @type {Map<Run, Attachment[]>} */
    const attachments = new Map();
    /** @type {Chord[]} */
    const chords = [];
    for (const run of fewer(change.moved)) {
        if (run.from === null || run.to === null) {
            continue;
        }
        const fromKept = present.has(run.from) ? kept.get(run.from) : undefined;
        const anchor = fromKept ?? had.get(run.to);
        if (!anchor) {
            continue;
        }
        const arc = arcOf(run, change.total);
        const chord = {from: run.from, to: run.to, pieces: run.pieces, start: arc, end: arc};
        chords.push(chord);
        const list = attachments.get(anchor) ?? [];
        attachments.set(anchor, list);
        list.push({chord, side: fromKept ? "start" : "end", arc: arcOf(anchor, change.total), other: arc});
    }
    attachments.forEach(spread);
    return chords.sort((a, b) => a.pieces - b.pieces);
}

/** Merges the runs from one member to another when there are too many to be told apart. @param {MovedRun[]} moved */
function fewer(moved) {
    const sized = moved.map((run) => ({...run, pieces: run.end - run.start}));
    if (sized.length <= MOST_CHORDS) {
        return sized;
    }
    /** @type {Map<string, MovedRun & {pieces: number}>} */
    const merged = new Map();
    for (const run of sized) {
        const key = run.from + "\n" + run.to;
        const known = merged.get(key);
        if (!known) {
            merged.set(key, run);
            continue;
        }
        const larger = run.end - run.start > known.end - known.start ? run : known;
        merged.set(key, {...larger, pieces: known.pieces + run.pieces});
    }
    return [...merged.values()].sort((a, b) => b.pieces - a.pieces).slice(0, MOST_CHORDS);
}

/** @param {Run[]} runs @returns {Map<string, Run>} */
function largestRuns(runs) {
    /** @type {Map<string, Run>} */
    const largest = new Map();
    for (const run of runs) {
        const known = run.owner === null ? undefined : largest.get(run.owner);
        if (run.owner !== null && (!known || run.end - run.start > known.end - known.start)) {
            largest.set(run.owner, run);
        }
    }
    return largest;
}

/**
 * Places the ends of the chords at one run side by side, in the order in which they cross each other least.
 *
 * @param {Attachment[]} list
 */
function spread(list) {
    const {low, high} = list[0].arc;
    const middle = (low + high) / 2;
    const distance = (/** @type {Attachment} */ item) => (((item.other.low + item.other.high) / 2 - middle) % TURN + TURN) % TURN;
    list.sort((a, b) => distance(b) - distance(a));
    const wanted = list.map((item) => TAPERED * (item.other.high - item.other.low));
    const sum = wanted.reduce((total, width) => total + width, 0);
    const scale = Math.min(1, COVERED * (high - low) / sum);
    let at = middle - sum * scale / 2;
    list.forEach((item, index) => {
        const end = at + wanted[index] * scale;
        item.chord[item.side] = {low: at, high: end};
        at = end;
    });
}
