/** How the console looks: as the system says, or as chosen in this browser. */
export type Appearance = "auto" | "light" | "dark";

// theme.ts reads it before the first paint.
const KEPT = "parley.theme";

export function appearance(): Appearance {
	const kept = localStorage.getItem(KEPT);
	return kept === "light" || kept === "dark" ? kept : "auto";
}

export function chooseAppearance(chosen: Appearance): void {
	if (chosen === "auto") {
		localStorage.removeItem(KEPT);
		delete document.documentElement.dataset.theme;
	} else {
		localStorage.setItem(KEPT, chosen);
		document.documentElement.dataset.theme = chosen;
	}
}
