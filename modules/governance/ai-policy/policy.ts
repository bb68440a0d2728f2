import { mergePatch } from "#kernel/merge-patch";
import { type Agreements, bounded } from "#platform/compliance";
import type { Section, SectionSource } from "#platform/sections";
import type { AiPolicy } from "./schemas.ts";

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
