// @ts-check
/** Owners of pieces as arrays and as runs. Pure functions. */

/**
 * @typedef {import("./types.js").EpochView} EpochView
 *
 * @typedef {object} Division the owner of every piece
 * @property {string[]} members
 * @property {string[] | null} units the names of the pieces; null for tokens
 * @property {Int16Array} owners indexes into members, or -1
 *
 * @typedef {{start: number, end: number, owner: string | null}} Run pieces with consecutive numbers and the same owner; end is excluded
 * @typedef {{start: number, end: number, from: string | null, to: string | null}} MovedRun
 *
 * @typedef {object} Change an epoch and the one before it
 * @property {number} total
 * @property {string[]} members
 * @property {string[] | null} units
 * @property {Run[]} now
 * @property {Run[] | null} before null for the first epoch that is known
 * @property {MovedRun[]} moved
 */

/** @param {EpochView} view @param {Division | null} before @returns {Division} */
export function decodeOwners(view, before) {
    if (view.owners) {
        return {members: view.members, units: view.units, owners: fromPairs(view.owners)};
    }
    if (!before) {
        return {members: view.members, units: view.units, owners: new Int16Array(0)};
    }
    return {members: view.members, units: before.units, owners: moved(before, view.members, view.moves ?? [])};
}

/** @param {number[]} pairs */
function fromPairs(pairs) {
    let total = 0;
    for (let i = 0; i < pairs.length; i += 2) {
        total += pairs[i];
    }
    const owners = new Int16Array(total);
    let piece = 0;
    for (let i = 0; i < pairs.length; i += 2) {
        owners.fill(pairs[i + 1], piece, piece + pairs[i]);
        piece += pairs[i];
    }
    return owners;
}

/**
 * Applies moves to a division.
 *
 * @param {Division} before
 * @param {string[]} members the new ones
 * @param {number[]} moves triples
 * @returns {Int16Array}
 */
export function moved(before, members, moves) {
    const owners = renumbered(before, members);
    let piece = 0;
    for (let i = 0; i < moves.length; i += 3) {
        piece += moves[i];
        owners.fill(moves[i + 2], piece, piece + moves[i + 1]);
        piece += moves[i + 1];
    }
    return owners;
}

/**
 * The owners by their index among other members; -1 for one that is not among them.
 *
 * @param {Division} division
 * @param {string[]} members
 */
function renumbered(division, members) {
    const places = division.members.map((name) => members.indexOf(name));
    return division.owners.map((owner) => owner < 0 ? -1 : places[owner]);
}

/** @param {Int16Array} owners @returns {number[]} pairs of a number of pieces and their owner */
export function encodeOwners(owners) {
    /** @type {number[]} */
    const pairs = [];
    forEachRun(owners, (start, end) => pairs.push(end - start, owners[start]));
    return pairs;
}

/** @param {Division} division @returns {Run[]} */
export function runsOf(division) {
    /** @type {Run[]} */
    const runs = [];
    forEachRun(division.owners, (start, end) => runs.push({start, end, owner: nameOf(division, start)}));
    return runs;
}

/** @param {Int16Array} owners @param {(start: number, end: number) => void} action */
function forEachRun(owners, action) {
    for (let start = 0, end; start < owners.length; start = end) {
        end = start + 1;
        while (end < owners.length && owners[end] === owners[start]) {
            end++;
        }
        action(start, end);
    }
}

/** @param {Division} division @param {number} piece @returns {string | null} */
export function nameOf(division, piece) {
    return division.members[division.owners[piece]] ?? null;
}

/** @param {Division | null} before @param {Division} now @returns {Change} */
export function changeOf(before, now) {
    const former = before ? withPiecesOf(before, now) : null;
    return {
        total: now.owners.length,
        members: now.members,
        units: now.units,
        now: runsOf(now),
        before: former ? runsOf(former) : null,
        moved: former ? movedRuns(former, now) : [],
    };
}

/**
 * Returns the division with the pieces of another one: units that are new have no owner.
 *
 * @param {Division} division
 * @param {Division} other
 * @returns {Division}
 */
function withPiecesOf(division, other) {
    if (!division.units || !other.units || division.units === other.units) {
        return division.owners.length === other.owners.length ? division : {...division, owners: new Int16Array(other.owners.length).fill(-1)};
    }
    const places = new Map(division.units.map((unit, index) => [unit, index]));
    const owners = Int16Array.from(other.units, (unit) => division.owners[places.get(unit) ?? -1] ?? -1);
    return {members: division.members, units: other.units, owners};
}

/** @param {Division} before @param {Division} now of the same pieces @returns {MovedRun[]} */
export function movedRuns(before, now) {
    /** @type {MovedRun[]} */
    const runs = [];
    for (let piece = 0; piece < now.owners.length; piece++) {
        const from = nameOf(before, piece);
        const to = nameOf(now, piece);
        const last = runs.at(-1);
        if (from === to) {
            continue;
        }
        if (last && last.end === piece && last.from === from && last.to === to) {
            last.end++;
        } else {
            runs.push({start: piece, end: piece + 1, from, to});
        }
    }
    return runs;
}

/**
 * Reduces runs to those that can be seen: the owner at the middle of each of so many equal parts.
 *
 * @param {Run[]} runs
 * @param {number} total
 * @param {number} parts
 * @returns {Run[]}
 */
export function coarser(runs, total, parts) {
    if (runs.length <= parts / 2) {
        return runs;
    }
    /** @type {Run[]} */
    const result = [];
    for (let part = 0, index = 0; part < parts; part++) {
        const piece = Math.floor((part + 0.5) * total / parts);
        while (runs[index].end <= piece) {
            index++;
        }
        const start = part * total / parts;
        const end = (part + 1) * total / parts;
        const last = result.at(-1);
        if (last && last.owner === runs[index].owner) {
            last.end = end;
        } else {
            result.push({start, end, owner: runs[index].owner});
        }
    }
    return result;
}
