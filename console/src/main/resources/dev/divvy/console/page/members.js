// @ts-check
/**
 * The members, the text twin of the ring. Renders the role "table" with the name "Members", one row per member or process; in a row the
 * buttons "Pause n2", "Continue n2", "Stop n2", "Kill n2", "Start n2" as far as they are possible, and "What if n2 left". Below it "Add a
 * node", "Add a worker" or "Add a service". In a focused row the key P asks the what-if, Up and Down go to the next row.
 */
import {AddButton, OperationButtons} from "./operations.js";
import {Swatch} from "./palette.js";
import {age, number, percent, plain} from "./text.js";
import {html, useLayoutEffect, useRef, useState} from "./ui.js";

/**
 * @typedef {import("./rows.js").Row} Row
 *
 * @typedef {object} MembersProps
 * @property {string} product
 * @property {import("./types.js").GroupView} group
 * @property {Row[]} rows
 * @property {(name: string) => number[]} beats
 * @property {(name: string) => import("./palette.js").Look} look
 * @property {string | null} focus
 * @property {(name: string | null) => void} onFocus
 * @property {(name: string) => void} onWhatIf
 * @property {boolean} canAsk
 * @property {string} note
 * @property {import("./operations.js").Operator | null} operator null where there are no operations
 */

/** @param {MembersProps} props */
export function Members(props) {
    const {product, group, rows, operator} = props;
    // The services of a distributor have no heartbeat: they are asked for their health.
    const beating = group.members.length === 0 || group.members.some(({beatMillis}) => beatMillis !== null);
    const [current, setCurrent] = useState(/** @type {string | null} */ (null));
    const entered = rows.some((row) => row.name === current) ? current : rows[0]?.name;
    return html`<section class="members" aria-labelledby="members-title">
        <div class="heading">
            <h2 id="members-title">Members</h2>
            <span class="hint">${group.problem && html`<bdi class="problem">${group.problem} </bdi>`}
                ${group.suspended ? "suspended: no member may own anything" : props.note}</span>
            ${operator && html`<${AddButton} product=${product} operator=${operator} />`}
        </div>
        <div class="scroll">
            <table role="table" aria-labelledby="members-title">
                <thead role="rowgroup"><tr role="row">
                    <th role="columnheader" scope="col">name</th>
                    <th role="columnheader" scope="col">state</th>
                    ${beating && html`<th role="columnheader" scope="col">heartbeat</th><th role="columnheader" scope="col">lease</th>`}
                    <th role="columnheader" scope="col" class="numeric">${group.divides ?? "pieces"}</th>
                    <th role="columnheader" scope="col" class="numeric">share</th>
                    <th role="columnheader" scope="col"><span class="hidden">actions</span></th>
                </tr></thead>
                <tbody role="rowgroup">${rows.map((row) => html`
                    <${MemberRow} key=${row.name} ...${props} row=${row} beating=${beating} isEntry=${row.name === entered} onEnter=${setCurrent} />`)}
                </tbody>
            </table>
        </div>
    </section>`;
}

/** @param {MembersProps & {row: Row, beating: boolean, isEntry: boolean, onEnter: (name: string) => void}} props */
function MemberRow({row, beating, group, beats, look, focus, onFocus, onWhatIf, canAsk, operator, isEntry, onEnter}) {
    const {name, member} = row;
    const isMember = member !== null || row.process?.member !== "";
    const element = useFocusKept();
    const onKey = (/** @type {KeyboardEvent} */ event) => {
        const element = /** @type {HTMLElement} */ (event.currentTarget);
        if (event.target !== element) {
            return;
        }
        if (event.key.toLowerCase() === "p" && member && canAsk) {
            event.preventDefault();
            onWhatIf(name);
        }
        const next = event.key === "ArrowDown" ? element.nextElementSibling : event.key === "ArrowUp" ? element.previousElementSibling : null;
        if (next) {
            event.preventDefault();
            /** @type {HTMLElement} */ (next).focus();
        }
    };
    const onEntered = () => {
        onEnter(name);
        onFocus(name);
    };
    return html`<tr role="row" ref=${element} aria-label=${plain(row.label)} tabindex=${isEntry ? 0 : -1}
            class=${(focus === name ? "focused " : "") + (member ? "" : "absent")}
            onFocus=${onEntered} onBlur=${() => onFocus(null)} onKeyDown=${onKey}
            onPointerEnter=${() => onFocus(name)} onPointerLeave=${() => onFocus(null)}>
        <th role="rowheader" scope="row" class="name" title=${plain(row.label === name ? name : `${row.label}, ${name}`)}>
            ${isMember && html`<${Swatch} look=${look(name)} off=${!member} />`}<bdi>${row.label}</bdi>
        </th>
        <td role="cell" class=${"state " + row.tone} title=${plain(row.detail)}>${row.state}</td>
        ${beating && html`<td role="cell" class="beat">${member && html`<${Beat} ages=${beats(name)} member=${member} />`}</td>
            <td role="cell" class="lease">${member && html`<${Lease} member=${member} self=${group.self} />`}</td>`}
        <td role="cell" class="numeric pieces">${member ? number(member.pieces) : "–"}</td>
        <td role="cell" class="numeric portion">${member ? percent(member.pieces, group.pieces) : "–"}</td>
        <td role="cell" class="actions">
            ${operator && row.process && html`<${OperationButtons} process=${row.process} operator=${operator} />`}
            ${member && html`<button class="quiet" disabled=${!canAsk} onClick=${() => onWhatIf(name)}
                aria-label=${`What if ${plain(row.label)} left`}
                title=${canAsk ? "What would move if this member left (key P in the row)" : "Not in a replay"}>What if</button>`}
        </td>
    </tr>`;
}

/** Keeps the focus in an element when the button that was pressed there is gone, such as Kill after a kill. */
function useFocusKept() {
    const element = useRef(/** @type {HTMLElement | null} */ (null));
    const pressed = useRef(false);
    useLayoutEffect(() => element.current?.addEventListener("click", () => pressed.current = true), []);
    useLayoutEffect(() => {
        const focused = document.activeElement;
        if (pressed.current && focused === document.body) {
            element.current?.focus();
        }
        pressed.current &&= element.current?.contains(document.activeElement) ?? false;
    });
    return element;
}

/**
 * @param {{ages: number[], member: import("./types.js").MemberView}} props the recent ages of heartbeats, up to the time-to-live
 */
function Beat({ages, member}) {
    if (member.beatMillis === null) {
        return html`<span class="none">–</span>`;
    }
    const limit = Math.max((member.timeToLiveMillis ?? 2000) / 3, ...ages);
    const width = 52;
    const height = 14;
    const step = width / 39;
    const x = (/** @type {number} */ index) => ((40 - ages.length + index) * step).toFixed(1);
    const y = (/** @type {number} */ value) => (height - 1 - (height - 2) * Math.min(1, value / limit)).toFixed(1);
    const points = ages.map((value, index) => x(index) + "," + y(value));
    return html`<svg class="spark" width=${width} height=${height} aria-hidden="true"><polyline points=${points.join(" ")} /></svg>
        <span class="beat-age">${age(member.beatMillis)}</span>`;
}

/** @param {{member: import("./types.js").MemberView, self: import("./types.js").GroupView["self"]}} props */
function Lease({member, self}) {
    if (member.beatMillis === null || !member.timeToLiveMillis) {
        return html`<span class="none">–</span>`;
    }
    const millis = self?.name === member.name ? self.leaseMillis : member.timeToLiveMillis - member.beatMillis;
    const part = Math.max(0, Math.min(1, millis / member.timeToLiveMillis));
    const tone = part > 0.5 ? "good" : part > 0.2 ? "low" : "empty";
    return html`<span class=${"lease-bar " + tone} role="img" aria-label=${`lease ${Math.round(100 * part)} %`}
        title=${`about ${age(Math.max(0, millis))} left`}><span style=${{width: 100 * part + "%"}}></span></span>`;
}
