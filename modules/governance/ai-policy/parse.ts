import { type FieldErrors, invalidMember } from "#kernel/field-errors";
import { parseLanguage } from "#kernel/locale";
import type { AiPolicyPatch } from "./schemas.ts";
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
