// @ts-check
/** Numbers, durations and names as text. Pure functions. */

const NUMBERS = new Intl.NumberFormat("en-US");
const COLLATOR = new Intl.Collator("en", {numeric: true});

/** @type {Record<string, string>} */
const RULES = {
    "divvy": "Divvy",
    "hash-ring": "hash ring",
    "ring": "ring",
    "rendezvous": "rendezvous hashing",
    "modulo": "modulo",
    "token-chunks": "token chunks",
};

/** @type {Record<string, string>} */
const NOUNS = {cache: "node", outbox: "worker", distributor: "service"};

/** @param {number | null | undefined} value */
export function number(value) {
    return value == null ? "–" : NUMBERS.format(value);
}

/** @param {number | null | undefined} value with one decimal below 100 */
export function rate(value) {
    if (value == null || !Number.isFinite(value)) {
        return "–";
    }
    return value < 100 ? value.toFixed(1) : NUMBERS.format(Math.round(value));
}

/** @param {number} part @param {number | null} whole */
export function percent(part, whole) {
    return whole ? (100 * part / whole).toFixed(1) + " %" : "–";
}

/** @param {number | null | undefined} count */
export function bytes(count) {
    if (count == null) {
        return "–";
    }
    const units = ["B", "KB", "MB", "GB", "TB"];
    let power = 0;
    let value = count;
    while (value >= 1000 && power < units.length - 1) {
        value /= 1000;
        power++;
    }
    return (power === 0 ? String(value) : value.toFixed(1)) + " " + units[power];
}

/** @param {number | null | undefined} millis 38 ms, 1.2 s, 3 min 5 s */
export function duration(millis) {
    if (millis == null) {
        return "–";
    }
    if (millis < 1000) {
        return Math.round(millis) + " ms";
    }
    if (millis < 60_000) {
        return (millis / 1000).toFixed(1) + " s";
    }
    const seconds = Math.round(millis / 1000);
    return Math.floor(seconds / 60) + " min " + (seconds % 60) + " s";
}

/** @param {number} millis an age in seconds with one decimal */
export function age(millis) {
    return millis < 100_000 ? (millis / 1000).toFixed(1) + " s" : Math.round(millis / 1000) + " s";
}

/** @param {number} at milliseconds since 1970, as the local time of day */
export function clock(at) {
    return new Date(at).toTimeString().slice(0, 8);
}

/** @param {number} at milliseconds since 1970, as local date and time */
export function dateAndTime(at) {
    const date = new Date(at);
    const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** @param {number} count @param {string} noun */
export function counted(count, noun) {
    return number(count) + " " + noun + (count === 1 ? "" : "s");
}

/** @param {string} rule */
export function ruleName(rule) {
    return RULES[rule] ?? rule;
}

/** @param {string} product the noun for its processes */
export function memberNoun(product) {
    return NOUNS[product] ?? "member";
}

/** Compares names so that n2 comes before n10. @param {string} a @param {string} b */
export function byName(a, b) {
    return COLLATOR.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Cuts a long name, by characters and not by halves of them. @param {string} name @param {number} most */
export function cut(name, most) {
    const characters = [...name];
    return characters.length <= most ? name : characters.slice(0, most - 1).join("") + "…";
}

/**
 * Removes characters that change the direction of the text around them, for text that cannot be isolated by an element: canvas, accessible
 * names, file names.
 *
 * @param {string} name
 */
export function plain(name) {
    return name.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "");
}
