/** What {@link prepareFlags} calls: returns the `data` of a request by a system administrator. @throws Error when it fails */
export type Send = (method: string, path: string, body: unknown) => Promise<unknown>;

/** Number of flags that are built in. */
const BUILT_IN = 11;
/** Number of flags there are after {@link prepareFlags}. */
export const FLAGS = 50;

const rules = [
	{ when: { orgType: ["business"], plan: ["team", "business"] }, variant: "on" },
	{ when: { metadata: { ring: ["alpha", "beta"], region: ["eu"] } }, variant: "on" },
	{ when: { role: ["viewer"] }, rollout: { by: "targetingKey", split: [{ variant: "on", percentage: 50 }] } },
];
const json = { variants: { few: { seats: 3, tools: ["pen"] }, many: { seats: 9, tools: [] } }, defaultVariant: "few" };

/** Definitions of flags of every type: rules that do not hold, and rollouts by organization and by key. */
const KINDS: readonly Readonly<Record<string, unknown>>[] = [
	{ type: "boolean", rules },
	{ type: "boolean", rules, rollout: { by: "organization", split: [{ variant: "on", percentage: 30 }] } },
	{ type: "boolean", rollout: { by: "targetingKey", split: [{ variant: "on", percentage: 30 }] } },
	{
		type: "string",
		variants: { red: "#f00", green: "#0f0", blue: "#00f" },
		defaultVariant: "red",
		rollout: {
			by: "targetingKey",
			split: ["red", "green", "blue"].map((variant) => ({ variant, percentage: 30 })),
		},
	},
	{ type: "number", variants: { low: 1, high: 10 }, defaultVariant: "low", rules: [{ when: {}, variant: "high" }] },
	{ type: "json", ...json, rules: [{ when: { orgType: ["education"] }, variant: "many" }] },
];

/** Adds flags to an installation until there are {@link FLAGS}: each kind as often as any other. */
export async function prepareFlags(send: Send): Promise<void> {
	for (let number = 0; number < FLAGS - BUILT_IN; number++) {
		const definition = KINDS[number % KINDS.length];
		await send("POST", "/configurations/feature-flags", { key: `flag-${number}`, ...definition });
	}
}

/** What an organization decides itself, of built-in flags and of one in each of the other types. */
export const OVERRIDES: Readonly<Record<string, unknown>> = {
	aiSummaries: false,
	calendarSync: false,
	realTimeTranslation: true,
	"flag-0": true,
	"flag-1": true,
	"flag-3": "#00f",
	"flag-4": 1,
	"flag-5": { seats: 3, tools: ["pen"] },
};
