// @ts-check
/** The marks of the time lanes as segments. Pure functions. */
import {duration, number} from "./text.js";

/**
 * @typedef {import("./types.js").LaneMark} LaneMark
 * @typedef {{kind: string, count: number, held: number, start: number, end: number, isOpen: boolean}} Segment held: the pieces that it has
 *     while it waits for more
 * @typedef {{at: number, count: number}} Refusal
 * @typedef {{member: string, segments: Segment[], refused: Refusal[]}} Lane
 */

/**
 * @param {LaneMark[]} marks
 * @param {number} from
 * @param {number} to
 * @param {string[]} members those that have a lane in any case
 * @returns {Lane[]}
 */
export function lanesOf(marks, from, to, members) {
    /** @type {Map<string, LaneMark[]>} */
    const byMember = new Map(members.map((member) => [member, []]));
    for (const mark of marks) {
        if (mark.at <= to) {
            const list = byMember.get(mark.member) ?? [];
            byMember.set(mark.member, list);
            list.push(mark);
        }
    }
    return [...byMember]
        .map(([member, list]) => laneOf(member, list, from, to))
        .filter((lane) => lane.segments.length > 0 || lane.refused.length > 0 || members.includes(lane.member));
}

/** @param {string} member @param {LaneMark[]} marks @param {number} from @param {number} to @returns {Lane} */
function laneOf(member, marks, from, to) {
    const states = marks.filter((mark) => mark.kind !== "refused");
    let held = 0;
    /** @type {Segment[]} */
    const segments = [];
    states.forEach((mark, index) => {
        const next = states[index + 1];
        held = mark.kind === "holds" ? mark.count : mark.kind === "waiting" || mark.kind === "releasing" ? held : 0;
        const end = next ? next.at : to;
        const last = segments.at(-1);
        if (last && last.kind === "waiting" && mark.kind === "waiting" && last.held === held && last.end === mark.at) {
            // Part of what it waited for has come: it is still the same wait.
            Object.assign(last, {count: Math.max(last.count, mark.count), end, isOpen: !next});
        } else if (mark.kind !== "absent" && end >= from) {
            segments.push({kind: mark.kind, count: mark.count, held, start: Math.max(from, mark.at), end, isOpen: !next});
        }
    });
    const refused = marks.filter((mark) => mark.kind === "refused" && mark.at >= from).map(({at, count}) => ({at, count}));
    return {member, segments, refused};
}

/**
 * Merges moments that are too close to be told apart.
 *
 * @param {Refusal[]} refused
 * @param {number} least milliseconds
 * @returns {Refusal[]}
 */
export function merged(refused, least) {
    /** @type {Refusal[]} */
    const result = [];
    for (const {at, count} of refused) {
        const last = result.at(-1);
        if (last && at - last.at < least) {
            last.count += count;
        } else {
            result.push({at, count});
        }
    }
    return result;
}

/** @param {LaneMark} mark @param {string} name @param {string} divides @returns {string} */
export function inWords({kind, count}, name, divides) {
    switch (kind) {
        case "holds": return `${name} holds ${number(count)} ${divides}`;
        case "releasing": return `${name} is letting go of ${number(count)} ${divides}`;
        case "waiting": return `${name} waits for ${number(count)} ${divides}`;
        case "silent": return `${name} is silent`;
        case "idle": return `${name} holds nothing`;
        case "absent": return `${name} is gone`;
        case "refused": return `${name}: ${count === 1 ? "1 late effect was" : number(count) + " late effects were"} refused`;
        default: return `${name}: ${kind}`;
    }
}

/** @param {Segment} segment */
export function segmentTitle(segment) {
    return `${segment.kind} ${segment.count > 0 ? number(segment.count) + " " : ""}for ${duration(segment.end - segment.start)}`;
}
