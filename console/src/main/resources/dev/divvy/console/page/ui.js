// @ts-check
/** The templates and hooks of the vendored Preact, with the types that the other modules rely on. */
import * as preact from "./vendor-preact-htm.js";

/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} Text in a template is always escaped. */
export const html = preact.html;

/** @type {(view: any, parent: Element) => void} */
export const render = preact.render;

/** @type {<T>(initial: T) => [T, (next: T) => void]} */
export const useState = preact.useState;

/** @type {(effect: () => void | (() => void), inputs?: any[]) => void} */
export const useEffect = preact.useEffect;

/** @type {(effect: () => void | (() => void), inputs?: any[]) => void} */
export const useLayoutEffect = preact.useLayoutEffect;

/** @type {<T>(initial: T) => {current: T}} */
export const useRef = preact.useRef;

/** @type {<T>(compute: () => T, inputs: any[]) => T} */
export const useMemo = preact.useMemo;

/**
 * Wraps a view so that it is rendered again only when its key differs, or by its own state.
 *
 * @template P
 * @param {(props: P) => any} view
 * @param {(props: P) => string} keyOf
 */
export function rarely(view, keyOf) {
    return class extends preact.Component {
        shouldComponentUpdate(/** @type {any} */ next) {
            return keyOf(next) !== this.key;
        }

        render(/** @type {any} */ props) {
            /** @type {string} */
            this.key = keyOf(props);
            return preact.h(view, props);
        }
    };
}
