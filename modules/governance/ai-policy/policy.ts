import { type FieldErrors, invalidMember } from "#kernel/field-errors";
import { parseLanguage } from "#kernel/locale";
import { mergePatch } from "#kernel/merge-patch";
import { type Agreements, bounded } from "#platform/compliance";
import type { Section, SectionSource } from "#platform/sections";
import type { AiPolicy, AiPolicyPatch } from "./schemas.ts";
import { AI_TASKS } from "./values.ts";

/**
 * Converts a policy to its stored form; null members of a merge patch stay null.
 * @param fieldErrors collects the errors
 * @param path JSON Pointer of the policy
 */
export function parseAiPolicy(patch: AiPolicyPatch, fieldErrors: FieldErrors, path: string): AiPolicyPatch {
	const parsed = AI_TASKS.map((task) => {
		const policy = patch[task];
		if (!policy) return [task, policy] as const;
		const at = `${path}/${task}`;
		const { providers, languages } = policy;
		if (providers) fieldErrors.check(() => assertDistinct(providers, `${at}/providers`));
		return [
			task,
			{ ...policy, ...(languages && { languages: parseLanguages(languages, fieldErrors, `${at}/languages`) }) },
		] as const;
	});
	return Object.fromEntries(parsed.filter(([, policy]) => policy !== undefined)) as AiPolicyPatch;
}

function assertDistinct(providers: readonly string[], path: string): void {
	if (new Set(providers).size < providers.length)
		throw invalidMember(path, "not_unique", "must name each provider once");
}

const parseLanguages = (languages: readonly string[], fieldErrors: FieldErrors, path: string): string[] => [
	...new Set(languages.map((language, at) => fieldErrors.check(() => parseLanguage(language, `${path}/${at}`)))),
];

/** Of one task: any provider of the installation that keeps everything there, any language. */
const LOCAL_ALONE = { providers: [], allowExternal: false, languages: [] };

const DEFAULTS: AiPolicy = { transcription: LOCAL_ALONE, translation: LOCAL_ALONE, summary: LOCAL_ALONE };

/** The columns that decide what AI may do. */
export type PolicyRow = SectionSource<"aiPolicy">;

/** What AI may do for an organization. */
export type AiPolicySection = Section<AiPolicy, "aiPolicy">;

/**
 * Creates the section of what AI may do for an organization. Nothing leaves the installation unless the organization
 * allows it, and in a compliance mode only with an agreement of the operator.
 */
export const createAiPolicySection = (agreements: Agreements): AiPolicySection => ({
	column: "aiPolicy",
	effective(row) {
		// The column contains only what `parseAiPolicy` accepted.
		const { transcription, translation, summary } = mergePatch(DEFAULTS, row.aiPolicy) as AiPolicy;
		const own = { transcription: { ...transcription }, translation: { ...translation }, summary: { ...summary } };
		return bounded("aiPolicy", row, own, agreements);
	},
});
