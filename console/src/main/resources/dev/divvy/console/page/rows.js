// @ts-check
/** Joins the members of a group with the processes of `divvy up`. Pure functions. */
import {byName} from "./text.js";

/**
 * @typedef {import("./types.js").MemberView} MemberView
 * @typedef {import("./types.js").ProcessView} ProcessView
 *
 * @typedef {object} Row
 * @property {string} name the member's name, or that of a process that is no member
 * @property {string} label the name of its process, where there is one
 * @property {string} state
 * @property {"good" | "changing" | "bad"} tone
 * @property {string} detail
 * @property {MemberView | null} member null when it is not in the group
 * @property {ProcessView | null} process
 */

/** @param {MemberView[]} members @param {ProcessView[]} processes @returns {Row[]} */
export function rowsOf(members, processes) {
    const byMember = new Map(processes.map((process) => [nameOf(process), process]));
    const rows = members.map((member) => rowOf(member, byMember.get(member.name) ?? null));
    const present = new Set(members.map((member) => member.name));
    for (const [name, process] of byMember) {
        if (!present.has(name)) {
            rows.push({name, label: process.name, ...absentState(process), detail: process.detail, member: null, process});
        }
    }
    return rows.sort((a, b) => byName(a.label, b.label));
}

/** @param {ProcessView} process @returns {string} */
export function nameOf(process) {
    return process.member || process.name;
}

/** @param {MemberView} member @param {ProcessView | null} process @returns {Row} */
function rowOf(member, process) {
    const label = process?.name ?? member.name;
    return {name: member.name, label, ...presentState(member, process), detail: process?.detail ?? member.address, member, process};
}

/** @param {MemberView} member @param {ProcessView | null} process @returns {Pick<Row, "state" | "tone">} */
function presentState(member, process) {
    if (process?.state === "paused") {
        return {state: "PAUSED", tone: "bad"};
    }
    if (process?.state === "down") {
        return {state: "down", tone: "bad"};
    }
    if (member.silent) {
        return {state: "silent", tone: "bad"};
    }
    return {state: member.state, tone: member.state === "running" ? "good" : "changing"};
}

/** @param {ProcessView} process @returns {Pick<Row, "state" | "tone">} */
function absentState(process) {
    if (process.state === "paused") {
        return {state: "PAUSED", tone: "bad"};
    }
    if (process.state === "running") {
        return process.member ? {state: "not in the group", tone: "changing"} : {state: "running", tone: "good"};
    }
    return {state: process.state, tone: process.state === "down" ? "bad" : "changing"};
}
