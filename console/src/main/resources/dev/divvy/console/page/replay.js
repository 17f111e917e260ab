// @ts-check
/** Replay files: everything that a page knew, to be opened later or elsewhere. */
import {Model} from "./model.js";
import {plain} from "./text.js";

/** @typedef {import("./types.js").ReplayFile} ReplayFile */

const FORMAT = "divvy-replay";
const FORMAT_VERSION = 1;

/** @param {Model} model @param {number} now @returns {ReplayFile} */
export function toReplay(model, now) {
    return {format: FORMAT, formatVersion: FORMAT_VERSION, version: model.status?.version ?? "", savedAt: now, hello: model.toHello()};
}

/** @param {string} text @param {string} fileName @returns {{model: Model, file: ReplayFile}} */
export function fromReplay(text, fileName) {
    const name = plain(fileName);
    const file = parsed(text, name);
    if (file?.format !== FORMAT) {
        throw new Error(`${name} is not a replay. “Save replay” on this page makes one.`);
    }
    if (file.formatVersion !== FORMAT_VERSION) {
        throw new Error(`${name} has the replay format ${file.formatVersion}; this page reads format ${FORMAT_VERSION}. `
            + `Use the version of Divvy that saved it, ${file.version}.`);
    }
    try {
        return {model: decoded(file), file};
    } catch (error) {
        throw new Error(`${name} is damaged: ${/** @type {Error} */ (error).message}.`);
    }
}

/** @param {string} text @param {string} name @returns {any} */
function parsed(text, name) {
    try {
        return JSON.parse(text);
    } catch {
        throw new Error(`${name} is not a replay: it is not JSON.`);
    }
}

/** Decodes everything once, so that damage is found now and not while it is drawn. @param {ReplayFile} file @returns {Model} */
function decoded(file) {
    const model = new Model();
    if (!Array.isArray(file.hello?.history) || !Array.isArray(file.hello.status?.products)) {
        throw new Error("it has no products");
    }
    model.hello(file.hello, 0);
    for (const [product, history] of model.histories) {
        if (history.entries.length > 0 && history.division(0).owners.length === 0) {
            throw new Error(`the first epoch of ${plain(product)} has no owners`);
        }
        history.entries.forEach((_, index) => history.change(index));
    }
    for (const {group} of file.hello.status.products) {
        if (!Array.isArray(group.members) || !Array.isArray(group.handovers)) {
            throw new Error("a product has no members");
        }
    }
    return model;
}
