import { useEffect, useRef } from "react";

const KEPT = "parley.shortcuts";
/** Here a key is text, or moves within a menu. */
const TYPING =
	"input:not([type=range], [type=checkbox], [type=radio]), select, textarea, dialog, [role=menu], [contenteditable]";
/** These are pressed with Space. */
const PRESSED = "button, a, input";

/** Whether single keys act; people who speak to their computer, or whose hands slip, turn them off (WCAG 2.1.4). */
export const areShortcutsOn = (): boolean => localStorage.getItem(KEPT) !== "off";

export function turnShortcuts(on: boolean): void {
	if (on) localStorage.removeItem(KEPT);
	else localStorage.setItem(KEPT, "off");
}

/** Acts on single keys while the component is shown: `{ k: toggle, "?": help }`. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
	const current = useRef(keys);
	current.current = keys;
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			const act = current.current[event.key.toLowerCase()];
			if (!act || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
			const { target } = event;
			if (target instanceof Element && target.closest(event.key === " " ? `${TYPING}, ${PRESSED}` : TYPING)) return;
			if (!areShortcutsOn()) return;
			event.preventDefault();
			act();
		};
		addEventListener("keydown", onKey);
		return () => removeEventListener("keydown", onKey);
	}, []);
}
