import type { TSchema } from "@sinclair/typebox";
import type { Versioned } from "#kernel/etag";
import { FieldErrors } from "#kernel/field-errors";
import type { Selection, Selector } from "#kernel/field-mask";
import { mergePatch } from "#kernel/merge-patch";
import type { RequestContext } from "#kernel/request-context";
import type { Fact } from "#platform/unit-of-work";
import type { SectionOwner } from "./ports.ts";
import type { Section } from "./section.ts";

/** Rules by which one section is read and changed. */
export interface SectionRules<Values extends object, Patch extends object> {
	readonly section: Section<Values>;
	/** Parses `fields`. */
	readonly fields: Selector<Values>;
	/**
	 * Converts a patch to its stored form; nulls are kept.
	 * @param fieldErrors collects the errors
	 * @param path JSON Pointer of the patch in the body, `""` for the whole
	 */
	readonly parse: (patch: Patch, fieldErrors: FieldErrors, path: string) => Patch;
	/** Recorded with every change; its payload is {@link SectionOwner.payload}. */
	readonly fact: Fact<TSchema>;
}

/** Reads and patches one section of any organization. */
export interface SectionService<Values = unknown, Patch = unknown> {
	/** Returns the effective values, or those selected by `fields`. @throws `not_found` `purged` `invalid_fields` */
	get(
		context: RequestContext,
		orgId: string,
		fields: string | undefined,
	): Promise<Versioned<Values | Selection<Values>>>;
	/**
	 * Applies a merge patch: null removes an override, so that the default applies again. Returns the effective values.
	 * @throws `not_found` `purged` `state_conflict` `precondition_failed` `validation_failed`
	 */
	patch(context: RequestContext, orgId: string, request: Patch): Promise<Versioned<Values>>;
}

/**
 * Creates the service of a section. A module that has one declares its values ({@link defineSection}), how they are
 * parsed from a request, and its fact; then its `module.ts` is
 *
 *     export function createRetentionModule(owner: SectionOwner): Contribution {
 *         const facts = retentionFacts(owner.payload);
 *         const fact = facts["organization.update_retention"];
 *         const rules = { section: retentionPolicy, fields: retentionFields, parse: parseRetention, fact };
 *         const service = createSectionService(owner, rules);
 *         return { facts, routes: sectionRoutes(owner.tag, description, service) };
 *     }
 *
 * and `src/modules.ts` passes it the owner and adds it to the contributions.
 */
export function createSectionService<Values extends object, Patch extends object>(
	owner: SectionOwner,
	{ section: { column, effective }, fields: selector, parse, fact }: SectionRules<Values, Patch>,
): SectionService<Values, Patch> {
	return {
		async get({ principal }, orgId, fields) {
			const row = await owner.find(principal, orgId);
			const show = selector.parse(fields);
			return { data: show(effective(row)), version: row.version, variant: fields };
		},

		async patch(context, orgId, request) {
			const fieldErrors = new FieldErrors();
			const patch = parse(request, fieldErrors, "");
			fieldErrors.throwIfAny();
			const row = await owner.modify(context, orgId, fact, (before) => ({
				[column]: mergePatch(before[column], patch) as Readonly<Record<string, unknown>>,
			}));
			return { data: effective(row), version: row.version };
		},
	};
}
