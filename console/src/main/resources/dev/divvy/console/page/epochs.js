// @ts-check
/**
 * The last epochs, to go back in time. Renders the role "listbox" with the name "Epochs", one option per epoch such as "15 n2 left"; in it
 * Left and Right select, Home the oldest, End the newest. While an older epoch is shown, the button "Back to now".
 */
import {clock, number, plain} from "./text.js";
import {html, rarely, useLayoutEffect, useRef} from "./ui.js";

/**
 * @typedef {object} EpochsProps
 * @property {import("./model.js").Entry[]} entries
 * @property {number} changes grows with each change of the entries
 * @property {number} index the one that is shown
 * @property {boolean} isNow whether the newest is followed
 * @property {(causes: string[]) => string} causesText
 * @property {(index: number) => void} onSelect
 */

export const Epochs = rarely(AllEpochs, ({changes, index, isNow}) => JSON.stringify([changes, index, isNow]));

/** @param {EpochsProps} props */
function AllEpochs({entries, index, isNow, causesText, onSelect}) {
    const list = useRef(/** @type {HTMLElement | null} */ (null));
    useLayoutEffect(() => {
        const box = /** @type {HTMLElement} */ (list.current);
        const option = /** @type {HTMLElement | null} */ (box.querySelector("[aria-selected=true]"));
        if (option) {
            box.scrollLeft = option.offsetLeft - box.clientWidth / 2 + option.clientWidth / 2;
        }
    }, [index, entries.length]);
    const onKey = (/** @type {KeyboardEvent} */ event) => {
        const next = stepFor(event.key, index, entries.length);
        if (next !== null) {
            event.preventDefault();
            event.stopPropagation();
            onSelect(next);
        }
    };
    return html`<section class="epochs" aria-labelledby="epochs-title">
        <div class="heading">
            <h2 id="epochs-title">Epochs</h2>
            ${isNow
                ? html`<span class="hint">← → step through time</span>`
                : html`<span class="past">shows epoch ${number(entries[index]?.view.epoch)}, ${entries.length - 1 - index} before now</span>
                    <button onClick=${() => onSelect(entries.length - 1)}>Back to now</button>`}
        </div>
        <div class="epoch-list" role="listbox" aria-label="Epochs" aria-orientation="horizontal" tabindex="0" ref=${list}
            aria-activedescendant=${entries[index] ? "epoch-" + entries[index].view.epoch : undefined} onKeyDown=${onKey}>
            ${entries.map(({view}, at) => html`<div key=${view.epoch} id=${"epoch-" + view.epoch} role="option"
                aria-selected=${at === index ? "true" : "false"}
                title=${`${clock(view.at)} ${plain(causesText(view.causes))}`} onClick=${() => onSelect(at)}>
                <b>${number(view.epoch)}</b> <bdi>${causesText(view.causes)}</bdi></div>`)}
        </div>
    </section>`;
}

/** @param {string} key @param {number} index @param {number} count @returns {number | null} the index that a key selects */
export function stepFor(key, index, count) {
    switch (key) {
        case "ArrowLeft": return Math.max(0, index - 1);
        case "ArrowRight": return Math.min(count - 1, index + 1);
        case "Home": return 0;
        case "End": return count - 1;
        default: return null;
    }
}
