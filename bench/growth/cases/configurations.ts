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

const refused = (operation: string, path: string, body: object, status: number): Case => ({
	operation,
	status,
	calls: ({ admin }, count) => times(count, () => ({ method: "POST", path, token: admin.token, body })),
});

/** Operations on the configuration of the installation. */
export const CONFIGURATION_CASES: readonly Case[] = [
	read("getAllTenantDefaults", PATH),
	read("getTenantDefaults", `${PATH}/community`),
	read("getConfigs", "/configurations/configs"),
	read("getLanguages", "/configurations/languages"),
	read("getSignInFacts", "/configurations/sign-in"),
	read("getSpeechModels", "/speech-models"),
	// One that does not exist: nothing is downloaded here.
	refused("downloadSpeechModel", "/speech-models/download", { model: "none" }, 422),
	refused("cancelSpeechModelDownload", "/speech-models/download/cancel", {}, 409),
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
