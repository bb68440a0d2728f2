/**
 * The `ref` of a field that has the focus as soon as it is there. The attribute `autofocus` works only once in a page, and
 * not in the screens that follow.
 */
export const takesFocus = (element: HTMLElement | null): void => element?.focus();
