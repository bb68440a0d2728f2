import { type Case, times } from "../case.ts";

const PATH = "/configurations/tenant-defaults";

const read = (operation: string, path: string): Case => ({
	operation,
	calls: ({ admin }, count) => times(count, () => ({ method: "GET", path, token: admin.token })),
});

/** A change whose time zone differs from that before. @param bodyOf returns the body, given the defaults of one type */
const write = (operation: string, path: string, bodyOf: (defaults: object) => object): Case => ({
	operation,
	calls: ({ admin }, count) =>
		times(count, (n) => ({
			method: "PUT",
			path,
			token: admin.token,
			body: bodyOf({ settings: { timezone: n % 2 === 0 ? "Europe/Lisbon" : "Europe/Vilnius" } }),
		})),
});

/** Operations on the configuration of the installation. */
export const CONFIGURATION_CASES: readonly Case[] = [
	read("getAllTenantDefaults", PATH),
	read("getTenantDefaults", `${PATH}/community`),
	read("getConfigs", "/configurations/configs"),
	read("getLanguages", "/configurations/languages"),
	read("getSignInFacts", "/configurations/sign-in"),
	{
		operation: "setConfigs",
		calls: ({ admin }, count) =>
			times(count, (n) => ({
				method: "PUT",
				path: "/configurations/configs",
				token: admin.token,
				body: { installation: { name: `District ${n}` } },
			})),
	},
	write("setTenantDefaults", `${PATH}/community`, (defaults) => defaults),
	write("setAllTenantDefaults", PATH, (community) => ({ community })),
];
