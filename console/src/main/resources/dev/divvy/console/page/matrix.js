// @ts-check
/** The units of each service as a matrix, and the last denial with its reason. Renders the role "table" with the name "Units by service". */
import {Swatch} from "./palette.js";
import {byName, number, plain} from "./text.js";
import {html, useRef} from "./ui.js";

/** @typedef {{service: string, alive: boolean, reason: string | null, units: string[]}} Service */

const MOST_NAMED_UNITS = 24;

/** @param {import("./figures.js").FiguresProps} props */
export function Matrix({figures, look, label, focus, onFocus}) {
    /** @type {Service[]} */
    const services = [...(figures.services ?? [])].sort((a, b) => byName(label(a.service), label(b.service)));
    const units = [...new Set(services.flatMap((service) => service.units))].sort(byName);
    const denial = useLastDenial(services);
    const ending = denial?.alive ? ". It answers again." : ".";
    return html`<h2>Units by service</h2>
        <div class="scroll matrix-scroll" tabindex="0" role="group" aria-label="Units by service">
            <table class=${units.length > MOST_NAMED_UNITS ? "matrix small" : "matrix"} aria-label="Units by service">
                <thead><tr><td></td>${units.map((unit) => html`
                    <th key=${unit} scope="col" title=${plain(unit)}><span><bdi>${unit}</bdi></span></th>`)}</tr></thead>
                <tbody>${services.map((service) => html`<tr key=${service.service} class=${classOf(service, focus)}
                        onPointerEnter=${() => onFocus(service.service)} onPointerLeave=${() => onFocus(null)}>
                    <th scope="row" title=${plain(service.service)}>
                        <${Swatch} look=${look(service.service)} off=${!service.alive} /><bdi>${label(service.service)}</bdi></th>
                    ${units.map((unit) => html`<${Cell} key=${unit} isOwn=${service.units.includes(unit)} colour=${look(service.service).colour}
                        title=${plain(`${unit}: ${label(service.service)}`)} />`)}
                </tr>`)}</tbody>
            </table>
        </div>
        <p class="denial">${denial
            ? html`Last denial: <bdi>${label(denial.service)}</bdi>, <bdi>${denial.reason ?? "without a reason"}</bdi>${ending}`
            : "No service has been denied units since this page was opened."}</p>
        ${figures.instance && html`<p class="hint">
            ${figures.writing ? "This instance writes the table" : html`<bdi>${figures.writer ?? "No instance"}</bdi> writes the table`}
            ${figures.counters && countersText(figures.counters)}</p>`}`;
}

/** @param {Service} service @param {string | null} focus */
function classOf({service, alive}, focus) {
    return (alive ? "" : "denied ") + (focus === service ? "focused" : "");
}

/** @param {{isOwn: boolean, colour: string, title: string}} props */
function Cell({isOwn, colour, title}) {
    return isOwn
        ? html`<td title=${title}><span class="cell" style=${{background: colour}}><span class="hidden">yes</span></span></td>`
        : html`<td><span class="cell off"></span></td>`;
}

/** @param {Record<string, number>} counters */
function countersText({denials, returns, moved, rounds}) {
    return ` · ${number(denials)} denials · ${number(returns)} returns · ${number(moved)} units moved · ${number(rounds)} rounds`;
}

/** The service that was denied last, as far as this page has seen. @param {Service[]} services @returns {Service | null} */
function useLastDenial(services) {
    const known = useRef({denied: new Set(), last: /** @type {Service | null} */ (null)});
    const {denied} = known.current;
    for (const service of services) {
        if (!service.alive && !denied.has(service.service)) {
            denied.add(service.service);
            known.current.last = service;
        } else if (service.alive) {
            denied.delete(service.service);
        }
    }
    const last = known.current.last;
    return last && {...last, alive: !denied.has(last.service)};
}
