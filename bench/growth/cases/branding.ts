import { ASCII_PICTURE } from "#tests/support/pictures";
import { type Call, type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

const raw = new TextEncoder().encode(ASCII_PICTURE);
let changed = 0;

const setLogo = (path: string, token: string): Call => ({
	method: "PUT",
	path: `${path}/branding/logo`,
	token,
	raw,
	headers: { "content-type": "image/webp" },
});

/** Creates organizations with a logo, and returns the path of each. */
async function withLogo({ ask, admin: { token } }: Subject, count: number): Promise<string[]> {
	const body = { name: "A School", orgType: "education" };
	const made = await Promise.all(times(count, () => ask({ method: "POST", path: "/orgs", token, body })));
	const paths = made.map(({ data }) => `/orgs/${data.id}`);
	await Promise.all(paths.map((path) => ask(setLogo(path, token))));
	return paths;
}

/** Operations on branding. */
export const BRANDING_CASES: readonly Case[] = [
	{
		operation: "getBranding",
		calls: ({ giantPath, owner: { token } }, count) =>
			times(count, () => ({ method: "GET", path: `${giantPath}/branding`, token })),
	},
	{
		operation: "updateBranding",
		calls: ({ giantPath, owner: { token } }, count) =>
			times(count, () => ({
				method: "PATCH",
				path: `${giantPath}/branding`,
				token,
				body: { color: `#${(++changed % 4096).toString(16).padStart(6, "0")}` },
			})),
	},
	{
		operation: "setLogo",
		// A process draws each.
		most: 4,
		calls: ({ giantPath, owner: { token } }, count) => times(count, () => setLogo(giantPath, token)),
	},
	{
		operation: "readLogo",
		async calls({ ask, giantPath, owner: { token } }, count) {
			const { data } = await ask(setLogo(giantPath, token));
			const path = new URL((data.logo as { readonly url: string }).url).pathname;
			return times(count, () => ({ method: "GET", path }));
		},
	},
	{
		operation: "deleteLogo",
		most: 4,
		async calls(subject, count) {
			const { token } = subject.admin;
			return (await withLogo(subject, count)).map((path) => ({
				method: "DELETE",
				path: `${path}/branding/logo`,
				token,
			}));
		},
	},
];
