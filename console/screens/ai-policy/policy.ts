import type { components } from "#client";
import type { Answer } from "../../api/queries.ts";
import type { Values } from "../../ui/form.tsx";

export type Policy = Answer<"/orgs/{orgId}/ai-policy">;
export type Provider = Answer<"/configurations/ai-providers">[Task][number];
type Patch = components["schemas"]["UpdateAiPolicyRequestBody"];
export type Task = (typeof TASKS)[number];

export const TASKS = ["transcription", "translation", "summary"] as const satisfies readonly (keyof Policy)[];

/** Where the rank of a provider is among the values of the form. */
export const rankName = (task: Task, provider: string): string => `${task}/ranks/${provider}`;

/** What was typed for a task: the chosen providers by their ranks, those of the same rank as they are listed. */
function typedOf(task: Task, values: Values): Policy[Task] {
	const prefix = rankName(task, "");
	const ranked = Object.entries(values).filter(([name, rank]) => name.startsWith(prefix) && rank !== "");
	return {
		providers: ranked
			.sort(([, one], [, other]) => Number(one) - Number(other))
			.map(([name]) => name.slice(prefix.length)),
		allowExternal: `${task}/allowExternal` in values,
		languages: (values[`${task}/languages`] ?? "").split(/[\s,]+/).filter(Boolean),
	} as Policy[Task];
}

/** What differs from the policy as it was read. */
export const patchOf = (policy: Policy, values: Values): Patch =>
	Object.fromEntries(
		TASKS.flatMap((task) => {
			const before = policy[task];
			const differing = Object.entries(typedOf(task, values)).filter(
				([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
			);
			return differing.length > 0 ? [[task, Object.fromEntries(differing)]] : [];
		}),
	);

/** Whether a policy lets a provider be used that is there. */
export const isUsable = ({ providers, allowExternal }: Policy[Task], { provider, available, external }: Provider) =>
	available && (allowExternal || !external) && (providers.length === 0 || providers.some((each) => each === provider));
