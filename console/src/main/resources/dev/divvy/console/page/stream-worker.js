// @ts-check
/** A shared worker: one connection for all tabs. Browsers open only six connections per server, so that a seventh tab would wait. */
import {Connection} from "./connection.js";

/** @type {Set<MessagePort>} */
const ports = new Set();
const connection = new Connection((type, data) => ports.forEach((port) => port.postMessage({type, data})));

self.addEventListener("connect", (event) => {
    const port = /** @type {MessageEvent} */ (event).ports[0];
    ports.add(port);
    port.onmessage = () => {
        // The only message is a farewell.
        ports.delete(port);
    };
    // A new connection begins with everything that the new tab needs; the other tabs find nothing new in it.
    connection.open();
});
