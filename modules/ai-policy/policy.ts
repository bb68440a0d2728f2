import type { OrganizationRow } from "#db/schema";
import { mergePatch } from "#kernel/merge-patch";
import { settings } from "#modules/settings";
import type { Section } from "#platform/sections";
import type { AiPolicy } from "./schemas.ts";

/** Of one task: any provider of the installation that keeps everything there, any language. */
const LOCAL_ALONE = { providers: [], allowExternal: false, languages: [] };

const DEFAULTS: AiPolicy = { transcription: LOCAL_ALONE, translation: LOCAL_ALONE, summary: LOCAL_ALONE };

/** The columns that decide what AI may do. */
export type PolicyRow = Pick<OrganizationRow, "orgType" | "settings" | "aiPolicy">;

/**
 * What AI may do for an organization. Nothing leaves the installation unless the organization allows it, and never under
 * HIPAA, which would take a contract with whoever runs the provider.
 */
export const aiPolicy: Section<AiPolicy, "aiPolicy" | "settings"> = {
	column: "aiPolicy",
	effective(row) {
		// The column contains only what `parseAiPolicy` accepted.
		const { transcription, translation, summary } = mergePatch(DEFAULTS, row.aiPolicy) as AiPolicy;
		const isBarred = settings.effective(row).complianceMode === "hipaa";
		const bounded = <P extends AiPolicy[keyof AiPolicy]>(policy: P): P =>
			isBarred ? { ...policy, allowExternal: false } : { ...policy };
		return { transcription: bounded(transcription), translation: bounded(translation), summary: bounded(summary) };
	},
};
