import type { RequestContext } from "#kernel/request-context";
import { type Agreements, type ControlName, controlsOf, type ModeControl, modeOf } from "#platform/compliance";
import type { SectionOwner, SectionRow } from "#platform/sections";
import { type EffectiveSections, type Evaluation, evaluateLocks, type Subject } from "./evaluation.ts";
import { type Compliance, complianceFields } from "./schemas.ts";

/** Evaluates a control that is enforced elsewhere than by locks. */
export type Evaluate = (subject: Subject, control: ModeControl) => Promise<Evaluation> | Evaluation;

export interface ComplianceDeps {
	readonly agreements: Agreements;
	readonly owner: Pick<SectionOwner, "find">;
	/** Returns the effective values of an organization. */
	readonly sectionsOf: (organization: SectionRow) => EffectiveSections;
	/** By the names of the controls that have no locks. */
	readonly evaluators: Readonly<Partial<Record<ControlName, Evaluate>>>;
}

export type ComplianceService = ReturnType<typeof createComplianceService>;

/** Creates the service that shows whether the controls of compliance modes hold. */
export function createComplianceService({ agreements, owner, sectionsOf, evaluators }: ComplianceDeps) {
	return {
		/** Returns every control of the mode of an organization. @throws `not_found` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, orgId: string, fields: string | undefined) {
			const select = complianceFields.parse(fields);
			const organization = await owner.find(principal, orgId);
			const mode = modeOf(organization);
			const subject = { organization, sections: sectionsOf(organization), agreements };
			const controls: Compliance["controls"] = [];
			for (const control of mode === null ? [] : controlsOf(mode)) {
				const { id, title, demands, enforcedBy } = control;
				const { status, note, evidence } = await (evaluators[control.name] ?? evaluateByLocks)(subject, control);
				controls.push({ id, title, demands, enforcedBy, status, note, evidence: { ...evidence } });
			}
			return select({ mode: mode ?? "none", controls });
		},
	};
}

const evaluateByLocks: Evaluate = (subject, control) => evaluateLocks(control, subject);
