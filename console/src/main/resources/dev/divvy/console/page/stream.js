// @ts-check
/**
 * Follows the event stream: through a shared worker, or directly where there is none. Renders the role "status" with the name "Connection":
 * "live", "out of date for 7 s" or "connecting".
 */
import {Connection} from "./connection.js";
import {html} from "./ui.js";

const OUT_OF_DATE_MILLIS = 6000;

/** @param {(type: string, data: any) => void} receive */
export function follow(receive) {
    const emit = (/** @type {string} */ type, /** @type {string} */ data) => receive(type, JSON.parse(data));
    const direct = () => new Connection(emit).open();
    if (!("SharedWorker" in window)) {
        direct();
        return;
    }
    const worker = new SharedWorker("/stream-worker.js", {type: "module", name: "divvy-stream"});
    worker.addEventListener("error", direct, {once: true});
    worker.port.onmessage = ({data}) => emit(data.type, data.data);
    addEventListener("pagehide", () => worker.port.postMessage("farewell"));
    addEventListener("pageshow", (event) => {
        if (event.persisted) {
            location.reload();
        }
    });
}

/**
 * @param {number} arrived when the last event arrived; 0 before the first
 * @param {number} now
 * @returns {number} seconds, or 0 when up to date
 */
export function outOfDateSeconds(arrived, now) {
    const silence = now - arrived;
    return arrived > 0 && silence >= OUT_OF_DATE_MILLIS ? Math.floor(silence / 1000) : 0;
}

/** @param {{arrived: number, now: number}} props */
export function ConnectionState({arrived, now}) {
    const seconds = outOfDateSeconds(arrived, now);
    const [state, text] = arrived === 0 ? ["connecting", "connecting"] : seconds > 0 ? ["late", `out of date for ${seconds} s`] : ["live", "live"];
    return html`<div class=${"connection " + state} role="status" aria-label="Connection" aria-live="off">
        <span class="dot" aria-hidden="true"></span>${text}
    </div>`;
}
