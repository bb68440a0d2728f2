import type { Item } from "../../api/queries.ts";

/** The tone of the badge that shows the state of a meeting. */
export function toneOf(state: Item<"/meetings">["state"]): "neutral" | "good" | "warning" | "danger" | "accent" {
	if (state === "live") return "accent";
	if (state === "ready") return "good";
	if (state === "failed") return "danger";
	return state === "processing" ? "warning" : "neutral";
}
