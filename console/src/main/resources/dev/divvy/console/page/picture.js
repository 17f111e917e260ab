// @ts-check
/** The picture that people post: the ring, the claim in words, and the same change by other rules. */
import {paintChords} from "./chord-paint.js";
import {chordsOf} from "./chords.js";
import {FONT, paintBands} from "./ring-paint.js";
import {byName, counted, cut, number, plain, ruleName} from "./text.js";

/**
 * @typedef {object} PictureContent
 * @property {import("./types.js").EpochView} view
 * @property {import("./runs.js").Change} change
 * @property {(name: string) => import("./palette.js").Look} look
 * @property {(name: string) => string} label
 * @property {string} causes
 * @property {string} product
 * @property {string} version
 * @property {import("./ring-paint.js").Theme} theme
 */

const WIDTH = 1200;
const HEIGHT = 675;
const RING = 540;
const LEFT = 650;
const SCALE = 2;

/** @param {PictureContent} content @returns {Promise<Blob>} */
export async function picture(content) {
    const canvas = new OffscreenCanvas(WIDTH * SCALE, HEIGHT * SCALE);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.scale(SCALE, SCALE);
    context.fillStyle = content.theme.background;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    paintRing(context, content);
    const bottom = paintClaim(context, content);
    paintRules(context, content, bottom + 46);
    paintFooter(context, content);
    return canvas.convertToBlob({type: "image/png"});
}

/** @param {OffscreenCanvasRenderingContext2D} context @param {PictureContent} content */
function paintRing(context, {view, change, look, theme}) {
    const scene = {change, look, focus: null, isWaiting: null, theme, scale: SCALE};
    context.save();
    context.translate(56 + RING / 2, HEIGHT / 2 - 16);
    paintChords(context, scene, chordsOf(change), RING, {reach: 1, alpha: 1, dash: 0, kind: () => "gained"});
    const glow = context.createRadialGradient(0, 0, 60, 0, 0, 150);
    glow.addColorStop(0, theme.background);
    glow.addColorStop(0.7, theme.background);
    glow.addColorStop(1, theme.background + "00");
    context.globalAlpha = 0.94;
    context.fillStyle = glow;
    context.beginPath();
    context.arc(0, 0, 150, 0, 2 * Math.PI);
    context.fill();
    context.globalAlpha = 1;
    paintBands(context, scene, RING);
    const isFewest = view.moved === view.fewest;
    write(context, `epoch ${number(view.epoch)}`, 0, -44, {size: 17, colour: theme.muted, align: "center"});
    write(context, number(view.moved), -22, 6, {size: 36, weight: 650, colour: theme.ink, align: "right"});
    const sign = isFewest ? "=" : view.moved > view.fewest ? ">" : "<";
    write(context, sign, 0, 5, {size: 30, colour: isFewest ? theme.good : theme.muted, align: "center"});
    write(context, number(view.fewest), 22, 6, {size: 36, weight: 650, colour: theme.ink, align: "left"});
    write(context, "moved", -22, 28, {size: 14, colour: theme.muted, align: "right"});
    write(context, "fewest possible", 22, 28, {size: 14, colour: theme.muted, align: "left"});
    context.restore();
}

/** @param {OffscreenCanvasRenderingContext2D} context @param {PictureContent} content @returns {number} */
function paintClaim(context, {view, change, causes, theme}) {
    const noun = change.units ? "unit" : "token";
    write(context, cut(plain(causes), 32), LEFT, 112, {size: 30, weight: 650, colour: theme.ink});
    write(context, `${number(view.moved)} of ${counted(change.total, noun)} moved.`, LEFT, 152, {size: 21, colour: theme.ink});
    write(context, `The fewest possible: ${number(view.fewest)}.`, LEFT, 182, {size: 21, colour: theme.ink});
    return 182;
}

/** @param {OffscreenCanvasRenderingContext2D} context @param {PictureContent} content @param {number} top */
function paintRules(context, {view, theme}, top) {
    if (view.rules.length === 0) {
        return;
    }
    const most = Math.max(1, ...view.rules.map((rule) => rule.moved));
    write(context, "the same change, by other rules", LEFT, top, {size: 15, weight: 600, colour: theme.muted});
    write(context, "moved", LEFT + 400, top, {size: 13, colour: theme.muted, align: "right"});
    write(context, "spread", LEFT + 490, top, {size: 13, colour: theme.muted, align: "right"});
    view.rules.slice(0, 8).forEach((rule, index) => {
        const y = top + 36 + index * 34;
        const isOwn = rule.rule === "divvy";
        write(context, cut(plain(ruleName(rule.rule)), 20), LEFT, y, {size: 16, weight: isOwn ? 650 : 400, colour: theme.ink});
        context.fillStyle = isOwn ? theme.good : theme.muted;
        context.globalAlpha = isOwn ? 1 : 0.55;
        context.fillRect(LEFT + 160, y - 12, Math.max(1, 170 * rule.moved / most), 13);
        context.globalAlpha = 1;
        write(context, number(rule.moved), LEFT + 400, y, {size: 16, weight: isOwn ? 650 : 400, colour: theme.ink, align: "right"});
        write(context, number(rule.spread), LEFT + 490, y, {size: 16, weight: isOwn ? 650 : 400, colour: theme.ink, align: "right"});
    });
    const bottom = top + 48 + Math.min(8, view.rules.length) * 34;
    write(context, "spread: fullest member minus emptiest; computed for comparison, not run", LEFT, bottom, {size: 13, colour: theme.muted});
}

/** @param {import("./runs.js").Change} change @returns {string[]} the owners now and before */
function owners(change) {
    const names = [...change.members, ...change.moved.map((run) => run.from ?? "")];
    return [...new Set(names)].filter((name) => name !== "").sort(byName);
}

/** @param {OffscreenCanvasRenderingContext2D} context @param {PictureContent} content */
function paintFooter(context, {view, change, label, look, product, version, theme}) {
    let x = 56;
    for (const name of owners(change).slice(0, 12)) {
        const {colour, ink, letter} = look(name);
        const text = cut(plain(label(name)), 12);
        context.fillStyle = colour;
        context.fillRect(x, HEIGHT - 46, 20, 20);
        write(context, letter, x + 10, HEIGHT - 31, {size: 13, weight: 650, colour: ink, align: "center"});
        write(context, text, x + 26, HEIGHT - 31, {size: 14, colour: theme.ink});
        x += 26 + context.measureText(text).width + 16;
        if (x > LEFT - 60) {
            break;
        }
    }
    const source = `Divvy ${plain(version)} · ${plain(product)} · epoch ${number(view.epoch)}`;
    write(context, source, WIDTH - 56, HEIGHT - 31, {size: 14, colour: theme.muted, align: "right"});
}

/**
 * @param {OffscreenCanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {{size: number, colour: string, weight?: number, align?: CanvasTextAlign}} style
 */
function write(context, text, x, y, {size, colour, weight = 400, align = "left"}) {
    context.font = `${weight} ${size}px ${FONT}`;
    context.fillStyle = colour;
    context.textAlign = align;
    context.textBaseline = "alphabetic";
    context.fillText(text, x, y);
}
