// @ts-check
/** A connection to the event stream that comes back by itself when the server does. */

const EVENTS = ["hello", "status", "epoch", "lane"];
const RETRY_MILLIS = 1000;
const SILENCE_MILLIS = 12_000;

export class Connection {
    /** @param {(type: string, data: string) => void} emit */
    constructor(emit) {
        this.emit = emit;
        /** @type {EventSource | null} */
        this.source = null;
        this.heard = Date.now();
        this.timer = setInterval(() => this.check(), RETRY_MILLIS);
    }

    /** Opens a new connection; its first event is a hello. */
    open() {
        this.source?.close();
        this.heard = Date.now();
        const source = new EventSource("/api/events");
        this.source = source;
        for (const type of EVENTS) {
            source.addEventListener(type, (event) => {
                this.heard = Date.now();
                this.emit(type, /** @type {MessageEvent} */ (event).data);
            });
        }
    }

    /** The browser retries after a network error, not after an error reply, and does not notice a connection that went dead. */
    check() {
        if (this.source?.readyState === EventSource.CLOSED || Date.now() - this.heard > SILENCE_MILLIS) {
            this.open();
        }
    }

    close() {
        clearInterval(this.timer);
        this.source?.close();
    }
}
