// @ts-check
/** Paints chords and pins on the ring, on the same kind of context as its bands. */
import {angleOf} from "./chords.js";
import {radiiOf} from "./ring-paint.js";

/**
 * @typedef {import("./chords.js").Chord} Chord
 * @typedef {import("./ring-paint.js").Scene} Scene
 *
 * @typedef {object} ChordStyle
 * @property {number} reach how much of each chord is drawn, from 0 to 1
 * @property {number} alpha
 * @property {(chord: Chord) => "gained" | "waiting" | "planned"} kind
 * @property {number} dash the offset of dashes
 */

const TURN = 2 * Math.PI;

/** @param {any} context @param {Scene} scene @param {Chord[]} chords @param {number} size @param {ChordStyle} style */
export function paintChords(context, scene, chords, size, style) {
    const radius = radiiOf(size).chords;
    for (const chord of chords) {
        const isFaded = scene.focus !== null && scene.focus !== chord.from && scene.focus !== chord.to;
        const kind = style.kind(chord);
        const look = scene.look(chord.to);
        context.beginPath();
        ribbon(context, chord, radius, style.reach);
        context.lineWidth = kind === "gained" ? 0.75 : 1.25;
        context.setLineDash(kind === "gained" ? [] : [4, 3]);
        context.lineDashOffset = style.dash;
        context.strokeStyle = kind === "waiting" ? scene.theme.muted : look.colour;
        context.fillStyle = kind === "waiting" ? scene.theme.muted : look.colour;
        context.globalAlpha = style.alpha * (isFaded ? 0.06 : kind === "gained" ? 0.48 : kind === "planned" ? 0.16 : 0.1);
        context.fill();
        context.globalAlpha = style.alpha * (isFaded ? 0.1 : 0.9);
        context.stroke();
    }
    context.globalAlpha = 1;
    context.setLineDash([]);
}

/**
 * A ribbon whose edges are quadratic curves with the centre as their control point, or the first part of them.
 *
 * @param {any} context
 * @param {Chord} chord
 * @param {number} radius
 * @param {number} reach
 */
function ribbon(context, chord, radius, reach) {
    const {start, end} = chord;
    const rest = 1 - reach;
    const tip = (/** @type {number} */ from, /** @type {number} */ to) => {
        const a = rest * rest * radius;
        const b = reach * reach * radius;
        return [a * Math.cos(from) + b * Math.cos(to), a * Math.sin(from) + b * Math.sin(to)];
    };
    const control = (/** @type {number} */ from) => [rest * radius * Math.cos(from), rest * radius * Math.sin(from)];
    context.arc(0, 0, radius, start.low, start.high);
    context.quadraticCurveTo(...control(start.high), ...tip(start.high, end.low));
    if (reach === 1) {
        context.arc(0, 0, radius, end.low, end.high);
    } else {
        context.lineTo(...tip(start.low, end.high));
    }
    context.quadraticCurveTo(...control(start.low), radius * Math.cos(start.low), radius * Math.sin(start.low));
    context.closePath();
}

/** @param {any} context @param {Scene} scene @param {number} piece @param {number} size */
export function paintPin(context, scene, piece, size) {
    const {outer, chords} = radiiOf(size);
    const angle = angleOf(piece + 0.5, scene.change.total);
    context.save();
    context.rotate(angle);
    context.lineCap = "round";
    context.lineJoin = "round";
    // A light outline first, so that the pin stands out from every colour.
    for (const [colour, width] of /** @type {[string, number][]} */ ([[scene.theme.background, 5], [scene.theme.ink, 2]])) {
        context.strokeStyle = colour;
        context.fillStyle = colour;
        context.lineWidth = width;
        context.beginPath();
        context.moveTo(chords - 10, 0);
        context.lineTo(outer + 1, 0);
        context.stroke();
        context.beginPath();
        context.moveTo(outer - 1, 0);
        context.lineTo(outer + 8, -5.5);
        context.lineTo(outer + 8, 5.5);
        context.closePath();
        context.stroke();
        context.fill();
        context.beginPath();
        context.arc(chords - 10, 0, 2.5 + width / 2, 0, TURN);
        context.fill();
    }
    context.restore();
}
