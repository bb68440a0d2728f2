import type { components } from "#client";
import type { Item } from "../../api/queries.ts";
import type { Values } from "../../ui/form.tsx";

export type Defaults = components["schemas"]["TenantDefaults"];
export type Body = components["schemas"]["SetTenantDefaultsRequestBody"];
export type Flag = Item<"/configurations/feature-flags">;
export type Kind = Item<"/orgs">["orgType"];

export const CLASSES = ["recordings", "transcripts", "chatLogs", "examData", "userData"] as const;
const TEXTS = ["timezone", "defaultLanguage", "recordingConsent", "complianceMode", "aiSummaries"] as const;

/**
 * Whether a flag is on for a kind where nothing else decides. The defaults say what is in effect, which a kill switch or a rule
 * may decide; those do not become a default by saving.
 */
export const isOnFor = (kind: Kind, { orgTypeDefaults, defaultVariant, variants }: Flag): boolean =>
	(orgTypeDefaults[kind] ?? variants[defaultVariant]) === true;

/** Returns what the controls show. They are named as the pointer of their member; what is off is not there. */
export const shownOf = (kind: Kind, { settings, retentionPolicy }: Defaults, flags: readonly Flag[]): Values => ({
	...Object.fromEntries(TEXTS.map((name) => [`settings/${name}`, settings[name]])),
	...(settings.educationMode && { "settings/educationMode": "on" }),
	...Object.fromEntries(CLASSES.map((name) => [`retentionPolicy/${name}`, retentionPolicy[name].replace(/d$/, "")])),
	...Object.fromEntries(flags.filter((flag) => isOnFor(kind, flag)).map(({ key }) => [`featureFlags/${key}`, "on"])),
});

export const isChanged = (shown: Values, values: Values): boolean =>
	Object.keys({ ...shown, ...values }).some((name) => shown[name] !== values[name]);

/** Whether content is kept for a shorter time than before. */
export const isShorter = (shown: Values, values: Values): boolean =>
	CLASSES.some((name) => Number(values[`retentionPolicy/${name}`]) < Number(shown[`retentionPolicy/${name}`]));

/** Returns the whole defaults. Flags at the default of the installation are left out, so that they go on following it. */
export const bodyOf = (kind: Kind, flags: readonly Flag[], values: Values): Body => ({
	settings: {
		...(Object.fromEntries(TEXTS.map((name) => [name, values[`settings/${name}`]])) as Body["settings"]),
		educationMode: "settings/educationMode" in values,
	},
	retentionPolicy: Object.fromEntries(CLASSES.map((name) => [name, `${values[`retentionPolicy/${name}`]}d`])),
	featureFlags: Object.fromEntries(
		flags
			.map((flag) => [flag, `featureFlags/${flag.key}` in values] as const)
			.filter(([flag, isOn]) => flag.orgTypeDefaults[kind] !== undefined || isOn !== isOnFor(kind, flag))
			.map(([{ key }, isOn]) => [key, isOn]),
	),
});
