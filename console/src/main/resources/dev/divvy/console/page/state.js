// @ts-check
/** The state of the page, and everything that a user can do with it. */
import {ask, operate} from "./api.js";
import {Model} from "./model.js";
import {Palette} from "./palette.js";
import {changeOf, moved} from "./runs.js";
import {number, plain} from "./text.js";

/** @typedef {{id: number, text: string}} Message */

const NOTICE_MILLIS = 6000;
const KEY_STORE = "divvy-key";
const NO_KEY = "Open the address that ./divvy up printed to use the buttons.";

export class State {
    /** @param {() => void} onChange */
    constructor(onChange) {
        this.onChange = onChange;
        this.live = new Model();
        /** @type {{model: Model, file: import("./types.js").ReplayFile} | null} */
        this.replay = null;
        this.product = "";
        /** @type {number | null} the epoch that is shown; null for the newest */
        this.epoch = null;
        /** @type {string | null} */
        this.focus = null;
        /** @type {import("./types.js").WhyAnswer | null} */
        this.why = null;
        /** @type {{answer: import("./types.js").PlanAnswer, change: import("./runs.js").Change} | null} */
        this.plan = null;
        /** @type {Message[]} */
        this.errors = [];
        /** @type {Message | null} */
        this.notice = null;
        this.announcement = "";
        this.announced = "";
        /** @type {Map<string, Palette>} */
        this.palettes = new Map();
        this.nextId = 1;
        this.key = "";
        this.takeKey();
    }

    /** Takes the key out of the address, so that it is on no screenshot. */
    takeKey() {
        const key = new URLSearchParams(location.hash.slice(1)).get("key");
        if (key) {
            sessionStorage.setItem(KEY_STORE, key);
            history.replaceState(null, "", location.pathname + location.search);
        }
        this.key = key ?? sessionStorage.getItem(KEY_STORE) ?? "";
    }

    get model() {
        return this.replay?.model ?? this.live;
    }

    /** @param {string} type @param {any} data @param {number} now */
    receive(type, data, now) {
        const handlers = {
            hello: () => this.live.hello(data, now),
            status: () => this.live.setStatus(data, now),
            epoch: () => this.live.addEpoch(data, now),
            lane: () => this.live.addLane(data, now),
        };
        handlers[/** @type {keyof handlers} */ (type)]();
        if (!this.replay) {
            this.announce();
        }
    }

    /** Says in the live region when a new epoch came. */
    announce() {
        const entries = this.model.histories.get(this.product)?.entries ?? [];
        const view = entries.at(-1)?.view;
        const id = view ? this.product + view.epoch : "";
        if (view && this.announced !== id) {
            const isFirst = !this.announced.startsWith(this.product) || this.announced === "";
            this.announced = id;
            if (!isFirst) {
                const causes = plain(this.model.causesText(this.product, view.causes));
                this.announcement = `epoch ${view.epoch}: ${causes}; ${number(view.moved)} moved, fewest possible ${number(view.fewest)}`;
            }
        }
    }

    /** @param {string} product */
    palette(product) {
        let palette = this.palettes.get(product);
        if (!palette) {
            palette = new Palette();
            this.palettes.set(product, palette);
        }
        palette.know(this.model.namesOf(product), (name) => this.model.label(product, name));
        return palette;
    }

    /** @param {string} product */
    selectProduct(product) {
        this.product = product;
        this.epoch = null;
        this.focus = null;
        this.clearAnswers();
        this.announce();
        this.onChange();
    }

    /** @param {number} index */
    selectEpoch(index) {
        const entries = this.model.history(this.product).entries;
        this.epoch = index >= entries.length - 1 ? null : entries[index].view.epoch;
        this.clearAnswers();
        this.onChange();
    }

    /** @param {string | null} name */
    focusOn(name) {
        if (this.focus !== name) {
            this.focus = name;
            this.onChange();
        }
    }

    /** @param {string} key */
    async askWhy(key) {
        const {product} = this;
        await this.attempt(async () => {
            const why = await ask("/api/why", {product, key});
            if (product === this.product) {
                this.clearAnswers();
                this.epoch = null;
                this.why = why;
            }
        });
    }

    /** @param {string} member */
    async askPlan(member) {
        const {product} = this;
        await this.attempt(async () => {
            const answer = await ask("/api/plan", {product, leave: member});
            const history = this.live.history(product);
            const division = history.division(history.entries.length - 1);
            const planned = {members: answer.members, units: division.units, owners: moved(division, answer.members, answer.runs)};
            if (product === this.product) {
                this.clearAnswers();
                this.epoch = null;
                this.plan = {answer, change: changeOf(division, planned)};
            }
        });
    }

    clearAnswers() {
        this.why = null;
        this.plan = null;
        this.onChange();
    }

    /** @returns {import("./operations.js").Operator | null} */
    operator() {
        if (!this.model.status?.operations) {
            return null;
        }
        const needsKey = !this.replay && this.key === "";
        const hint = this.replay ? "Not in a replay" : needsKey ? NO_KEY : "";
        return {enabled: hint === "", hint, needsKey, perform: (action, target, value) => this.operate(action, target, value)};
    }

    /**
     * @param {string} action
     * @param {string} target
     * @param {string} [value]
     * @returns {Promise<string | null>} null when it failed
     */
    async operate(action, target, value) {
        return this.attempt(async () => {
            const message = await operate(this.key, value === undefined ? {action, target} : {action, target, value});
            if (action !== "get" && action !== "set") {
                this.note(message);
            }
            return message;
        });
    }

    /** @template T @param {() => Promise<T>} action @returns {Promise<T | null>} */
    async attempt(action) {
        try {
            const result = await action();
            this.onChange();
            return result;
        } catch (error) {
            this.fail(/** @type {Error} */ (error).message);
            return null;
        }
    }

    /** @param {string} text */
    fail(text) {
        this.errors = [...this.errors.filter((message) => message.text !== text), {id: this.nextId++, text}].slice(-3);
        this.onChange();
    }

    /** @param {string} text */
    note(text) {
        const notice = {id: this.nextId++, text};
        this.notice = notice;
        this.announcement = text;
        this.onChange();
        setTimeout(() => {
            if (this.notice === notice) {
                this.notice = null;
                this.onChange();
            }
        }, NOTICE_MILLIS);
    }

    /** @param {number} id */
    dismiss(id) {
        this.errors = this.errors.filter((message) => message.id !== id);
        this.onChange();
    }

    /** @param {State["replay"]} replay null to go back to the live cluster */
    show(replay) {
        this.replay = replay;
        this.palettes = new Map();
        const products = this.model.status?.products.map(({product}) => product) ?? [];
        this.selectProduct(products.includes(this.product) ? this.product : products[0] ?? "");
    }
}
