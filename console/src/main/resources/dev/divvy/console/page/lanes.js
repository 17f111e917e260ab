// @ts-check
/**
 * The time lanes: what each member held when. Renders a region with the name "Time lanes", in it the role "img" with the name "Time lanes of
 * the last 60 s", the buttons "30 s", "60 s", "2 min", "5 min" (aria-pressed), and a list "Last events" for screen readers.
 */
import {inWords, lanesOf, merged, segmentTitle} from "./lane-segments.js";
import {Swatch, isDark} from "./palette.js";
import {byName, clock, counted, duration, number, plain} from "./text.js";
import {html, rarely, useLayoutEffect, useRef, useState} from "./ui.js";

/**
 * @typedef {import("./lane-segments.js").Segment} Segment
 * @typedef {import("./palette.js").Look} Look
 *
 * @typedef {object} LanesProps
 * @property {import("./model.js").History} history
 * @property {string[]} members those that have a lane in any case
 * @property {string[]} present those of the group
 * @property {string} divides
 * @property {number} now the time at the right edge, at the server
 * @property {(name: string) => Look} look
 * @property {(name: string) => string} label
 * @property {(causes: string[]) => string} causesText
 * @property {string | null} focus
 * @property {(name: string | null) => void} onFocus
 * @property {number | null} selected the epoch that is shown, when it is not the newest
 */

const ZOOMS = [{name: "30 s", seconds: 30}, {name: "60 s", seconds: 60}, {name: "2 min", seconds: 120}, {name: "5 min", seconds: 300}];
const TOP = 16;
const BOTTOM = 18;
const RIGHT = 10;
const LEAST_LABEL_GAP = 26;

/** The right edge moves once per second. */
export const Lanes = rarely(AllLanes, ({history, now, members, focus, selected}) =>
    JSON.stringify([history.changes, Math.floor(now / 1000), members, focus, selected, isDark()]));

/** @param {LanesProps} props */
function AllLanes(props) {
    const [zoom, setZoom] = useState(60);
    const [width, setWidth] = useState(0);
    const box = useRef(/** @type {HTMLElement | null} */ (null));
    const present = new Set(props.present);
    useLayoutEffect(() => {
        const element = /** @type {HTMLElement} */ (box.current);
        const observer = new ResizeObserver(() => setWidth(element.clientWidth));
        observer.observe(element);
        return () => observer.disconnect();
    }, []);
    const {history, members, now, look, label, onFocus} = props;
    const focus = props.focus !== null && present.has(props.focus) ? props.focus : null;
    const from = now - zoom * 1000;
    const lanes = lanesOf(history.lanes, from, now, members).sort((a, b) => byName(label(a.member), label(b.member)));
    const lane = lanes.length > 8 ? 16 : lanes.length > 3 ? 22 : 30;
    const height = TOP + lanes.length * lane + BOTTOM;
    const most = Math.max(1, ...lanes.flatMap((item) => item.segments.map((segment) => segment.held)));
    const zoomName = ZOOMS.find(({seconds}) => seconds === zoom)?.name;
    const x = (/** @type {number} */ at) => (width - RIGHT) * (at - from) / (now - from);
    return html`<section class="lanes" aria-label="Time lanes">
        <div class="heading">
            <h2>Time lanes</h2>
            <${Legend} />
            <div class="zooms" role="group" aria-label="Time span">${ZOOMS.map(({name, seconds}) => html`
                <button key=${name} class="quiet" aria-pressed=${zoom === seconds ? "true" : "false"}
                    onClick=${() => setZoom(seconds)}>${name}</button>`)}</div>
        </div>
        <div class="scroll" tabindex=${lanes.length > 5 ? 0 : undefined} role="group" aria-label="Lanes">
            <div class="lane-grid">
                <ul class="lane-names" style=${{paddingTop: TOP + "px"}} aria-hidden="true">${lanes.map(({member}) => html`
                    <li key=${member} class=${focus === member ? "focused" : ""} style=${{height: lane + "px"}} title=${plain(label(member))}
                        onPointerEnter=${() => onFocus(member)} onPointerLeave=${() => onFocus(null)}>
                        <${Swatch} look=${look(member)} /><bdi>${label(member)}</bdi></li>`)}</ul>
                <div class="lane-chart" ref=${box}>
                    <svg width=${width} height=${height} role="img" aria-label=${"Time lanes of the last " + zoomName}>
                        <${Grid} ...${props} from=${from} x=${x} width=${width} height=${height} zoom=${zoom} />
                        ${lanes.map((item, index) => html`<g key=${item.member} transform=${`translate(0 ${TOP + index * lane})`}
                                class=${focus !== null && focus !== item.member ? "lane faded" : "lane"}>
                            ${item.segments.map((segment) => html`
                                <${SegmentShape} segment=${segment} look=${look(item.member)} lane=${lane} most=${most} x=${x} />`)}
                            ${item.segments.map((segment) => html`
                                <${GapLabel} segment=${segment} refused=${item.refused} x=${x} y=${lane / 2 + 3.5} />`)}
                            ${merged(item.refused, 14 * (now - from) / Math.max(1, width)).map(({at, count}) => html`
                                <${Cross} x=${x(at)} y=${lane / 2} count=${count} room=${x(at) - x(endBefore(item.segments, at, from))} />`)}
                        </g>`)}
                    </svg>
                </div>
            </div>
        </div>
        <${LastEvents} ...${props} />
    </section>`;
}

function Legend() {
    return html`<div class="lane-legend" aria-hidden="true">
        <span><svg width="22" height="10"><rect class="key-holds" y="1" width="22" height="8" rx="1" /></svg>holds</span>
        <span><svg width="22" height="10"><rect class="key-releasing" y="1" width="22" height="8" fill="url(#releasing)" /></svg>letting go</span>
        <span><svg width="22" height="10"><path class="key-waiting" d="M0 5H22" /></svg>waiting</span>
        <span><svg width="22" height="10"><path class="key-silent" d="M0 5H22" /></svg>silent</span>
        <span><svg width="10" height="10"><path class="cross" d="M1.5 1.5 8.5 8.5M8.5 1.5 1.5 8.5" /></svg>refused</span>
    </div>
    <svg class="hatch-patterns" width="0" height="0" aria-hidden="true"><defs>
        <pattern id="releasing" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect class="releasing-line" width="2.5" height="6" />
        </pattern>
    </defs></svg>`;
}

/**
 * Vertical lines at epochs, and the time below.
 *
 * @param {LanesProps & {from: number, x: (at: number) => number, width: number, height: number, zoom: number}} props
 */
function Grid({history, now, from, x, width, height, zoom, selected, causesText}) {
    const step = [5, 10, 20, 30, 60, 100].find((seconds) => seconds / zoom * width >= 96) ?? zoom;
    const ticks = Array.from({length: Math.floor(zoom / step) + 1}, (_, index) => index * step);
    let last = -LEAST_LABEL_GAP;
    const epochs = history.entries.map(({view}) => view).filter(({at}) => at >= from && at <= now);
    const room = (/** @type {number} */ index) => (index + 1 < epochs.length ? x(epochs[index + 1].at) : x(now)) - x(epochs[index].at);
    return html`<g class="time">${ticks.map((ago) => html`
            <line x1=${x(now - ago * 1000)} x2=${x(now - ago * 1000)} y1=${TOP} y2=${height - BOTTOM} />
            <text x=${x(now - ago * 1000)} y=${height - 5}
                text-anchor=${ago === 0 ? "end" : ago === zoom ? "start" : "middle"}>${ago === 0 ? "now" : `−${ago} s`}</text>`)}
        </g>
        <g class="epoch-lines">${epochs.map((view, index) => {
            const at = x(view.at);
            const isLabelled = at - last >= LEAST_LABEL_GAP || view.epoch === selected;
            last = isLabelled ? at : last;
            const tone = view.epoch === selected ? "selected" : "";
            return html`<line key=${view.epoch} class=${tone} x1=${at} x2=${at} y1=${TOP - 3} y2=${height - BOTTOM} />
                ${isLabelled && html`<text x=${at} y="10"><tspan class="epoch-number">${number(view.epoch)}</tspan>
                    <tspan dx="5">${epochNote(view, causesText, room(index))}</tspan></text>`}`;
        })}</g>`;
}

/**
 * As much of its causes and its handover as there is room for.
 *
 * @param {import("./types.js").EpochView} view
 * @param {LanesProps["causesText"]} causesText
 * @param {number} room
 */
function epochNote(view, causesText, room) {
    const time = view.handoverMillis === null ? "" : duration(view.handoverMillis);
    const causes = plain(causesText(view.causes));
    const fits = (/** @type {string} */ text) => [...text].length * 6.4 + 34 < room;
    const full = [causes, time].filter(Boolean).join(", ");
    return fits(full) ? full : fits(causes) ? causes : fits(time) ? time : "";
}

/** @param {{segment: Segment, look: Look, lane: number, most: number, x: (at: number) => number}} props */
function SegmentShape({segment, look, lane, most, x}) {
    const start = x(segment.start);
    const width = Math.max(x(segment.end) - start, segment.kind === "holds" ? 0.5 : 3);
    const middle = lane / 2;
    const full = lane - 8;
    const height = (/** @type {number} */ count) => count === 0 ? 0 : Math.max(3, full * count / most);
    const title = html`<title>${segmentTitle(segment)}</title>`;
    switch (segment.kind) {
        case "holds": return html`<g>${title}<${Bar} x=${start} width=${width} height=${height(segment.count)} middle=${middle} look=${look} /></g>`;
        case "releasing": return html`<g>${title}
            <rect x=${start} y=${middle - full / 2} width=${width} height=${full} fill="url(#releasing)" stroke=${look.colour} /></g>`;
        case "waiting": return html`<g>${title}<${Bar} x=${start} width=${width} height=${height(segment.held)} middle=${middle} look=${look} />
            <rect class="gap" x=${start} y=${middle - full / 2 - 1} width=${width} height=${full + 2} />
            <path class="waiting" d=${`M${start} ${middle}h${width}`} /></g>`;
        case "silent": return html`<g>${title}
            <path class="silent" d=${`M${start} ${middle - 1.5}l${width} 1.2v.6l${-width} 1.2Z`} fill=${look.colour} /></g>`;
        default: return html`<path class="idle" d=${`M${start} ${middle}h${width}`} />`;
    }
}

/** @param {{x: number, width: number, height: number, middle: number, look: Look}} props */
function Bar({x, width, height, middle, look}) {
    return html`<rect x=${x} y=${middle - height / 2} width=${width} height=${height} fill=${look.colour} />`;
}

/**
 * How long a member waited that held nothing meanwhile, unless a cross is in the way.
 *
 * @param {{segment: Segment, refused: import("./lane-segments.js").Refusal[], x: (at: number) => number, y: number}} props
 */
function GapLabel({segment, refused, x, y}) {
    const isCrossed = refused.some(({at}) => Math.abs(x(segment.start) - x(at)) < 60);
    if (segment.kind !== "waiting" || segment.isOpen || segment.held > 0 || isCrossed || x(segment.start) < 50) {
        return null;
    }
    return html`<text class="gap-label" x=${x(segment.start) - 4} y=${y} text-anchor="end">${duration(segment.end - segment.start)}</text>`;
}

/**
 * @param {Segment[]} segments
 * @param {number} at
 * @param {number} from
 * @returns {number} when the last segment before a moment ended
 */
function endBefore(segments, at, from) {
    return Math.max(from, ...segments.filter(({start}) => start < at).map(({end}) => Math.min(end, at)));
}

/** @param {{x: number, y: number, count: number, room: number}} props room: the empty pixels to the left */
function Cross({x, y, count, room}) {
    const text = room > 84 ? number(count) + " refused" : number(count);
    const isLeft = room > 24;
    return html`<g class="refused" transform=${`translate(${x} ${y})`}><title>${counted(count, "late effect")} refused</title>
        <path class="cross-back" d="M-4-4 4 4M4-4-4 4" /><path class="cross" d="M-4-4 4 4M4-4-4 4" />
        ${(count > 1 || room > 84) && html`<text x=${isLeft ? -9 : 8} y="4" text-anchor=${isLeft ? "end" : "start"}>${text}</text>`}</g>`;
}

/** @param {LanesProps} props */
function LastEvents({history, label, divides}) {
    return html`<ul class="hidden" aria-label="Last events">${history.lanes.slice(-12).reverse().map((mark) => html`
        <li>${clock(mark.at)} <bdi>${inWords(mark, label(mark.member), divides)}</bdi></li>`)}</ul>`;
}
