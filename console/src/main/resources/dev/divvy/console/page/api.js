// @ts-check
/** Requests to the server. Each fails with an Error whose message is a sentence for people. */

const UNREACHABLE = "The server does not answer. The page goes on by itself when it is back.";

/** @param {string} path @param {Record<string, string>} parameters @returns {Promise<any>} */
export async function ask(path, parameters) {
    return answerOf(await request(path + "?" + new URLSearchParams(parameters)));
}

/**
 * @param {string} key
 * @param {{action: string, target: string, value?: string}} operation
 * @returns {Promise<string>} its result as a sentence
 */
export async function operate(key, operation) {
    const headers = {"Content-Type": "application/json", "X-Divvy-Key": key};
    const answer = await answerOf(await request("/api/operations", {method: "POST", headers, body: JSON.stringify(operation)}));
    return answer.message;
}

/** @param {string} url @param {RequestInit} [options] */
async function request(url, options) {
    try {
        return await fetch(url, options);
    } catch {
        throw new Error(UNREACHABLE);
    }
}

/** @param {Response} response */
async function answerOf(response) {
    if (response.ok) {
        return response.json();
    }
    const text = (await response.text()).trim();
    throw new Error(text || `The server refused this with status ${response.status}.`);
}
