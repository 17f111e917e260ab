// @ts-check
/**
 * Pictures and replays. Renders the buttons "Copy picture", "Save replay" and "Open replay", the file input "Replay file", and while a
 * replay is shown a banner with the button "Back to live". A replay can also be dropped on the page.
 */
import {picture} from "./picture.js";
import {fromReplay, toReplay} from "./replay.js";
import {dateAndTime} from "./text.js";
import {html, useEffect, useRef} from "./ui.js";

/**
 * @typedef {import("./model.js").Model} Model
 *
 * @typedef {object} ShareProps
 * @property {Model} model
 * @property {(() => import("./picture.js").PictureContent) | null} content what a picture would show
 * @property {(text: string) => void} onNotice
 * @property {(text: string) => void} onError
 * @property {(replay: ReturnType<typeof fromReplay>) => void} onReplay
 */

const MOST_BYTES = 64 * 1024 * 1024;

/** @param {ShareProps} props */
export function Share({model, content, onNotice, onError, onReplay}) {
    const input = useRef(/** @type {HTMLInputElement | null} */ (null));
    const open = (/** @type {File | undefined} */ file) => file && openReplay(file).then(onReplay, (error) => onError(error.message));
    useEffect(() => {
        const onDrop = (/** @type {DragEvent} */ event) => {
            event.preventDefault();
            open(event.dataTransfer?.files[0]);
        };
        const onDragOver = (/** @type {DragEvent} */ event) => event.preventDefault();
        document.addEventListener("drop", onDrop);
        document.addEventListener("dragover", onDragOver);
        return () => {
            document.removeEventListener("drop", onDrop);
            document.removeEventListener("dragover", onDragOver);
        };
    }, []);
    const onCopy = () => content && copyPicture(content()).then(onNotice, (error) => onError(`The picture could not be made: ${error.message}`));
    const onChosen = (/** @type {any} */ event) => {
        open(event.target.files[0]);
        event.target.value = "";
    };
    return html`<div class="share" role="group" aria-label="Share">
        <button disabled=${!content} onClick=${onCopy}>Copy picture</button>
        <button disabled=${!model.status} onClick=${() => onNotice(saveReplay(model))}>Save replay</button>
        <button title="Or drop the file on this page" onClick=${() => input.current?.click()}>Open replay</button>
        <input class="hidden" type="file" aria-label="Replay file" accept=".json,application/json" tabindex="-1" ref=${input} onChange=${onChosen} />
    </div>`;
}

/** @param {{file: import("./types.js").ReplayFile, onBack: (() => void) | null}} props */
export function ReplayBanner({file, onBack}) {
    return html`<div class="banner" role="note" aria-label="Replay">
        <span><strong>Replay</strong> saved ${dateAndTime(file.savedAt)} by Divvy <bdi>${file.version}</bdi>. Nothing here is live.</span>
        ${onBack && html`<button onClick=${onBack}>Back to live</button>`}
    </div>`;
}

/** The replay that `divvy replay` serves. */
export async function servedReplay() {
    const response = await fetch("/api/replay");
    return fromReplay(await response.text(), "The file");
}

/** @param {File} file */
async function openReplay(file) {
    if (file.size > MOST_BYTES) {
        throw new Error(`${file.name} is larger than a replay can be.`);
    }
    return fromReplay(await file.text(), file.name);
}

/** @param {import("./picture.js").PictureContent} content @returns {Promise<string>} */
async function copyPicture(content) {
    const blob = await picture(content);
    try {
        await navigator.clipboard.write([new ClipboardItem({"image/png": blob})]);
        return "Picture copied to the clipboard.";
    } catch {
        save(blob, `divvy-${content.product}-epoch-${content.view.epoch}.png`);
        return "The picture was saved as a file, because this browser does not let the page use the clipboard.";
    }
}

/** @param {Model} model @returns {string} */
function saveReplay(model) {
    const now = Date.now();
    const name = `divvy-replay-${dateAndTime(now).replace(/[: ]/g, "-")}.json`;
    save(new Blob([JSON.stringify(toReplay(model, now))], {type: "application/json"}), name);
    return `The replay was saved as ${name}.`;
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
