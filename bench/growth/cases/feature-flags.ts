import { type Call, type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

const CATALOGUE = "/configurations/feature-flags";
const newKey = (): string => `growth-${crypto.randomUUID()}`;

/** Flags that one round may add: an installation has at most 200. */
const MOST = 20;

/** Makes a call on one flag, which is there. */
const onFlag = (operation: string, method: string, rest = "", body?: unknown): Case => ({
	operation,
	calls: ({ admin: { token } }, count) =>
		times(count, () => ({ method, path: `${CATALOGUE}/calendarSync${rest}`, token, body })),
});

/** Makes a call on a new flag each, which is deleted. */
async function newFlags({ ask, admin: { token } }: Subject, count: number): Promise<Call[]> {
	const keys = times(count, newKey);
	for (const key of keys) await ask({ method: "POST", path: CATALOGUE, token, body: { key, type: "boolean" } });
	return keys.map((key) => ({ method: "DELETE", path: `${CATALOGUE}/${key}`, token }));
}

/** Operations on feature flags. */
export const FEATURE_FLAG_CASES: readonly Case[] = [
	{
		operation: "getFeatureFlags",
		calls: ({ giantPath, owner: { token } }, count) =>
			times(count, () => ({ method: "GET", path: `${giantPath}/feature-flags`, token })),
	},
	{
		operation: "setFeatureFlags",
		calls: ({ giantPath, owner: { token } }, count) =>
			times(count, (n) => ({
				method: "PUT",
				path: `${giantPath}/feature-flags`,
				token,
				body: { realTimeTranslation: n % 2 === 0 },
			})),
	},
	{
		operation: "evaluateFeatureFlags",
		calls: ({ owner: { token } }, count) =>
			times(count, () => ({ method: "POST", path: "/ofrep/v1/evaluate/flags", token, body: {} })),
	},
	{
		operation: "evaluateFeatureFlag",
		calls: ({ owner: { token } }, count) =>
			times(count, () => ({ method: "POST", path: "/ofrep/v1/evaluate/flags/aiSummaries", token, body: {} })),
	},
	{
		operation: "listFeatureFlags",
		calls: ({ admin: { token } }, count) => times(count, () => ({ method: "GET", path: CATALOGUE, token })),
	},
	onFlag("getFeatureFlag", "GET"),
	onFlag("replaceFeatureFlag", "PUT", "", {}),
	onFlag("killFeatureFlag", "POST", "/kill", {}),
	onFlag("reviveFeatureFlag", "POST", "/revive", {}),
	{ operation: "deleteFeatureFlag", most: MOST, calls: newFlags },
	{
		operation: "createFeatureFlag",
		most: MOST,
		calls: ({ admin: { token } }, count) =>
			times(count, () => ({ method: "POST", path: CATALOGUE, token, body: { key: newKey(), type: "boolean" } })),
	},
];
