import { type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

const BODY = { name: "Sync", scopes: ["org:read"] };

/** Creates keys of the largest organization. @param token of whoever makes them */
async function create({ ask, giantPath }: Subject, count: number, token: string) {
	const calls = times(count, () => ask({ method: "POST", path: `${giantPath}/api-keys`, token, body: BODY }));
	return (await Promise.all(calls)).map(({ data }) => data as { readonly id: string; readonly key: string });
}

const list = (variant: string, query: string): Case => ({
	operation: "listApiKeys",
	variant,
	calls: ({ giantPath, owner }, count) =>
		times(count, () => ({ method: "GET", path: `${giantPath}/api-keys?${query}`, token: owner.token })),
});

/** Operations on API keys beside those that follow from the API document. */
export const API_KEY_CASES: readonly Case[] = [
	list("one page", "limit=40"),
	list("makerState=active", "limit=20&makerState=active"),
	list("makerState=removed", "limit=20&makerState=removed"),
	{
		operation: "getOrganization",
		variant: "with an API key",
		async calls(subject, count) {
			const keys = await create(subject, 1, subject.owner.token);
			return times(count, () => ({ method: "GET", path: subject.giantPath, token: keys[0]?.key }));
		},
	},
	{
		operation: "getOrganization",
		variant: "with an API key seen for the first time",
		most: 100,
		async calls(subject, count) {
			const keys = await create(subject, count, subject.owner.token);
			return keys.map(({ key }) => ({ method: "GET", path: subject.giantPath, token: key }));
		},
	},
	{
		operation: "adoptApiKey",
		most: 100,
		async calls(subject, count) {
			const { giantPath, owner, otherOwner } = subject;
			const keys = await create(subject, count, otherOwner.token);
			const adopt = ({ id }: { readonly id: string }) => `${giantPath}/api-keys/${id}/adopt`;
			return keys.map((key) => ({ method: "POST", path: adopt(key), token: owner.token, body: {} }));
		},
	},
];
