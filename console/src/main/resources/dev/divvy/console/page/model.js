// @ts-check
/**
 * Everything that the server has told: applies its events, and decodes the owners of each epoch. No DOM, no clock; the time of arrival is
 * an argument.
 */
import {changeOf, decodeOwners, encodeOwners} from "./runs.js";

/**
 * @typedef {import("./types.js").ConsoleStatus} ConsoleStatus
 * @typedef {import("./types.js").EpochView} EpochView
 * @typedef {import("./types.js").HelloEvent} HelloEvent
 * @typedef {import("./types.js").LaneMark} LaneMark
 * @typedef {import("./runs.js").Division} Division
 * @typedef {import("./runs.js").Change} Change
 * @typedef {{view: EpochView, division: Division | null, change: Change | null}} Entry
 */

const MOST_EPOCHS = 64;
const MOST_MARKS = 2048;
const MOST_BEATS = 40;

/** The epochs and lanes of one product. */
export class History {
    constructor() {
        /** @type {Entry[]} the oldest first */
        this.entries = [];
        /** @type {LaneMark[]} the oldest first */
        this.lanes = [];
        /** When the newest epoch arrived; 0 when it was there before this page. */
        this.newestArrived = 0;
        /** Grows with each change. */
        this.changes = 0;
    }

    newest() {
        return this.entries.at(-1) ?? null;
    }

    /** @param {number | null} epoch @returns {number} its index, or that of the newest */
    indexOf(epoch) {
        const index = epoch === null ? -1 : this.entries.findIndex((entry) => entry.view.epoch === epoch);
        return index < 0 ? this.entries.length - 1 : index;
    }

    /** @param {number} index @returns {Division} the owner of every piece at this epoch */
    division(index) {
        let first = index;
        while (!this.entries[first].division && !this.entries[first].view.owners && first > 0) {
            first--;
        }
        for (let i = first; i <= index; i++) {
            const entry = this.entries[i];
            entry.division ??= decodeOwners(entry.view, i > 0 ? this.entries[i - 1].division : null);
        }
        return /** @type {Division} */ (this.entries[index].division);
    }

    /** @param {number} index @returns {Change} what this epoch changed */
    change(index) {
        const entry = this.entries[index];
        const before = index > 0 ? this.division(index - 1) : null;
        entry.change ??= changeOf(before, this.division(index));
        return entry.change;
    }

    /** Adds an epoch, or replaces the one of the same number. @param {EpochView} view @param {number} now */
    put(view, now) {
        this.changes++;
        const last = this.newest();
        if (last?.view.epoch === view.epoch) {
            last.view = view;
            return;
        }
        if (last && view.epoch < last.view.epoch) {
            // The group began again, in another lineage.
            this.entries = [];
        }
        this.entries.push({view, division: null, change: null});
        this.newestArrived = now;
        while (this.entries.length > MOST_EPOCHS) {
            // The owners of the first one that stays are differences to the one that goes.
            this.division(1);
            this.change(1);
            this.entries.shift();
        }
    }

    /** @param {LaneMark[]} marks */
    addMarks(marks) {
        this.changes++;
        this.lanes.push(...marks);
        if (this.lanes.length > MOST_MARKS) {
            this.lanes = withoutOldest(this.lanes, MOST_MARKS / 2);
        }
    }

    /** @returns {EpochView[]} all epochs as a server would send them, the first with all owners */
    views() {
        return this.entries.map((entry, index) => index > 0 || entry.view.owners ? entry.view : withOwners(entry.view, this.division(0)));
    }
}

/** @param {EpochView} view @param {Division} division @returns {EpochView} */
function withOwners(view, division) {
    return {...view, units: division.units, owners: encodeOwners(division.owners), moves: null};
}

/** Keeps the newest marks, and of older ones the last state of each member. @param {LaneMark[]} marks @param {number} count */
function withoutOldest(marks, count) {
    const split = marks.length - count;
    /** @type {Map<string, LaneMark>} */
    const last = new Map();
    for (const mark of marks.slice(0, split)) {
        if (mark.kind !== "refused") {
            last.set(mark.member, mark);
        }
    }
    return [...last.values(), ...marks.slice(split)];
}

export class Model {
    constructor() {
        /** @type {ConsoleStatus | null} */
        this.status = null;
        /** @type {Map<string, History>} */
        this.histories = new Map();
        /** @type {Map<string, number[]>} the ages of heartbeats that were seen last, by product and member */
        this.beats = new Map();
        /** When the last event arrived; 0 before the first. */
        this.arrived = 0;
    }

    /** @param {HelloEvent} hello @param {number} now */
    hello(hello, now) {
        const former = this.histories;
        this.histories = new Map();
        for (const product of hello.history) {
            const history = new History();
            product.epochs.forEach((epoch) => history.put(epoch, now));
            history.addMarks(product.lanes);
            const known = former.get(product.product);
            const isNews = known && known.newest()?.view.epoch !== history.newest()?.view.epoch;
            history.newestArrived = isNews ? now : known ? known.newestArrived : 0;
            this.histories.set(product.product, history);
        }
        this.setStatus(hello.status, now);
    }

    /** @param {ConsoleStatus} status @param {number} now */
    setStatus(status, now) {
        this.status = status;
        this.arrived = now;
        for (const {product, group} of status.products) {
            for (const member of group.members) {
                if (member.beatMillis !== null) {
                    const beats = this.beatsOf(product, member.name);
                    beats.push(member.beatMillis);
                    beats.splice(0, beats.length - MOST_BEATS);
                }
            }
        }
    }

    /** @param {import("./types.js").EpochEvent} event @param {number} now */
    addEpoch(event, now) {
        this.arrived = now;
        this.history(event.product).put(event.epoch, now);
    }

    /** @param {import("./types.js").LaneEvent} event @param {number} now */
    addLane(event, now) {
        this.arrived = now;
        this.history(event.product).addMarks(event.marks);
    }

    /** @param {string} product */
    history(product) {
        let history = this.histories.get(product);
        if (!history) {
            history = new History();
            this.histories.set(product, history);
        }
        return history;
    }

    /** @param {string} product @param {string} member @returns {number[]} */
    beatsOf(product, member) {
        const key = product + "\n" + member;
        let beats = this.beats.get(key);
        if (!beats) {
            beats = [];
            this.beats.set(key, beats);
        }
        return beats;
    }

    /** @param {string} product */
    product(product) {
        return this.status?.products.find((view) => view.product === product) ?? null;
    }

    /** @param {string} product @returns {Set<string>} the members in the epochs, lanes, status and processes of a product */
    namesOf(product) {
        /** @type {Set<string>} */
        const names = new Set();
        const history = this.histories.get(product);
        history?.entries.forEach((entry) => entry.view.members.forEach((name) => names.add(name)));
        history?.lanes.forEach((mark) => names.add(mark.member));
        this.product(product)?.group.members.forEach((member) => names.add(member.name));
        this.processesOf(product).forEach((process) => process.member && names.add(process.member));
        return names;
    }

    /** @param {string} product */
    processesOf(product) {
        return this.status?.operations?.processes.filter((process) => process.product === product) ?? [];
    }

    /** @param {string} product @param {string} member @returns {string} the name of its process, where there is one */
    label(product, member) {
        return this.processesOf(product).find((process) => process.member === member)?.name ?? member;
    }

    /** Puts the names of processes for those of members. @param {string} product @param {string[]} causes @returns {string} */
    causesText(product, causes) {
        const labels = new Map(this.processesOf(product).map((process) => [process.member, process.name]));
        return causes.map((cause) => cause.replace(/[^\s,;]+/g, (word) => labels.get(word) ?? word)).join(", ");
    }

    /**
     * @param {number} now the time at this page
     * @returns {number} the time at the server, no later than a few seconds after its last event
     */
    serverTime(now) {
        return (this.status?.now ?? 0) + Math.min(now - this.arrived, 6000);
    }

    /** @returns {HelloEvent} everything, as a server would send it */
    toHello() {
        const status = /** @type {ConsoleStatus} */ (this.status);
        const history = [...this.histories].map(([product, known]) => ({product, epochs: known.views(), lanes: known.lanes}));
        return {status, history};
    }
}
