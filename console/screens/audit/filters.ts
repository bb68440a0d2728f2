import type { components } from "#client";

export type Entry = components["schemas"]["AuditLog"];

/** The words of the address that select entries. */
export const FILTERS = ["q", "category", "outcome", "from", "to", "action", "actor", "target"] as const;
export type Search = { readonly [N in (typeof FILTERS)[number]]?: string | undefined };

export const CATEGORIES = ["organization", "member", "auth", "security", "system"] as const;
export const OUTCOMES = ["success", "denied", "failure"] as const;

/** Returns the start of a day where the person is; undefined for what is no day. */
function startOf(day: string | undefined, laterDays = 0): string | undefined {
	const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = (day ?? "").split("-").map(Number);
	const start = new Date(year, month - 1, date + laterDays);
	return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

/** Returns what the API is asked for; both days of a period belong to it. */
export function queryOf({ q, category, outcome, from, to, action, actor, target }: Search) {
	const [since, until] = [startOf(from), startOf(to, 1)];
	return {
		...(q && { q }),
		...(category && { category: category as Entry["category"] }),
		...(outcome && { outcome: outcome as Entry["outcome"] }),
		...(since && { from: since }),
		...(until && { to: until }),
		...(action && { action }),
		...(actor && { actorId: actor }),
		...(target && { targetId: target }),
	};
}

/** The name of who acted, or the id: of jobs, and of people who were erased; empty for strangers. */
export const actorOf = ({ actor }: Entry): string => actor.name ?? actor.id;
