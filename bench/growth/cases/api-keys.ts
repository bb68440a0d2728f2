import { type Call, type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

const BODY = { name: "Sync", scopes: ["org:read"] };

/** Creates keys of the largest organization. @param token of whoever makes them */
async function create({ ask, giantPath }: Subject, count: number, token: string) {
	const calls = times(count, () => ask({ method: "POST", path: `${giantPath}/api-keys`, token, body: BODY }));
	return (await Promise.all(calls)).map(({ data }) => data as { readonly id: string; readonly key: string });
}

/** Makes a call on a new key each, by another owner than its maker. */
const onNew = (operation: string, call: (path: string) => Call): Case => ({
	operation,
	most: 100,
	async calls(subject, count) {
		const { giantPath, owner, otherOwner } = subject;
		const keys = await create(subject, count, otherOwner.token);
		return keys.map(({ id }) => ({ token: owner.token, ...call(`${giantPath}/api-keys/${id}`) }));
	},
});

const list = (variant: string, query: string): Case => ({
	operation: "listApiKeys",
	variant,
	calls: ({ giantPath, owner }, count) =>
		times(count, () => ({ method: "GET", path: `${giantPath}/api-keys?${query}`, token: owner.token })),
});

/** Operations on API keys. */
export const API_KEY_CASES: readonly Case[] = [
	list("one page", "limit=40"),
	list("makerState=active", "limit=20&makerState=active"),
	list("makerState=removed", "limit=20&makerState=removed"),
	{
		operation: "getApiKey",
		async calls(subject, count) {
			const keys = await create(subject, 1, subject.owner.token);
			const path = `${subject.giantPath}/api-keys/${keys[0]?.id}`;
			return times(count, () => ({ method: "GET", path, token: subject.owner.token }));
		},
	},
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
		operation: "createApiKey",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({ method: "POST", path: `${giantPath}/api-keys`, token: owner.token, body: BODY })),
	},
	onNew("updateApiKey", (path) => ({ method: "PATCH", path, body: { name: "Other" } })),
	onNew("rotateApiKey", (path) => ({ method: "POST", path: `${path}/rotate`, body: {} })),
	onNew("adoptApiKey", (path) => ({ method: "POST", path: `${path}/adopt`, body: {} })),
	onNew("revokeApiKey", (path) => ({ method: "DELETE", path })),
];
