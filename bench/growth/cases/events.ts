import { type Case, times } from "../case.ts";

const list = (variant: string, query: string): Case => ({
	operation: "listEvents",
	variant,
	calls: ({ giantPath, owner }, count) =>
		times(count, () => ({ method: "GET", path: `${giantPath}/events?${query}`, token: owner.token })),
});

/** Operations on the event feed. */
export const EVENT_CASES: readonly Case[] = [
	list("the first page", "limit=50"),
	list("types=workspace.*", "limit=50&types=workspace.*"),
	list("types that nothing has", "limit=50&types=org.domain.conflict"),
	{
		operation: "listChanges",
		variant: "only the position",
		calls: ({ owner }, count) => times(count, () => ({ method: "GET", path: "/changes", token: owner.token })),
	},
	{
		operation: "listChanges",
		variant: "after a position far back",
		calls: ({ owner }, count) => times(count, () => ({ method: "GET", path: "/changes?after=1", token: owner.token })),
	},
];
