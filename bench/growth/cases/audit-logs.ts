import { type Case, times } from "../case.ts";

/** Processor time in µs that is enough for 2,000 entries of which few are shown. */
const SIFTED_MICROS = 40_000;

const list = (variant: string, query: string): Case => ({
	operation: "listAuditLogs",
	variant,
	calls: ({ giantPath, owner }, count) =>
		times(count, () => ({ method: "GET", path: `${giantPath}/audit-logs?${query}`, token: owner.token })),
});

/** Operations on audit logs. */
export const AUDIT_LOG_CASES: readonly Case[] = [
	list("one page", "limit=50"),
	list("of a period", "limit=50&from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z&order=asc"),
	list("an action", "limit=50&action=member.add"),
	list("actions that begin alike", "limit=50&action=member.*"),
	list("outcome=denied", "limit=50&outcome=denied"),
	{ ...list("category=system", "limit=50&category=system"), enoughMicros: SIFTED_MICROS },
	{ ...list("q", "limit=50&q=nothing-like-this"), enoughMicros: SIFTED_MICROS },
	{
		// Of a new organization: it takes as long as the log.
		operation: "verifyAuditLogs",
		async calls({ ask, admin: { token } }, count) {
			const body = { name: "A School", orgType: "education" };
			const { data } = await ask({ method: "POST", path: "/orgs", token, body });
			return times(count, () => ({ method: "GET", path: `/orgs/${data.id}/audit-logs/verify`, token }));
		},
	},
	{
		operation: "getAuditLog",
		async calls({ ask, giantPath, owner: { token } }, count) {
			const { data } = await ask({ method: "GET", path: `${giantPath}/audit-logs?limit=1`, token });
			const [entry] = data as unknown as readonly { readonly id: string }[];
			return times(count, () => ({ method: "GET", path: `${giantPath}/audit-logs/${entry?.id}`, token }));
		},
	},
];
