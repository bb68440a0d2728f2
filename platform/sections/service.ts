import type { TSchema } from "@sinclair/typebox";
import type { Versioned } from "#kernel/etag";
import { FieldErrors } from "#kernel/field-errors";
import type { Selection, Selector } from "#kernel/field-mask";
import { mergePatch } from "#kernel/merge-patch";
import type { RequestContext } from "#kernel/request-context";
import { atSection } from "#platform/compliance";
import { variantOf } from "#platform/configuration";
import type { Fact } from "#platform/unit-of-work";
import type { OnModified, SectionOwner, SectionRow } from "./ports.ts";
import type { Section } from "./section.ts";

/** A section as `fields` may select it. */
export interface ShownSection<Shown> {
	readonly shown: Shown;
	/** What it depends on beside the version of the organization; undefined: nothing. */
	readonly variant?: string;
}

/**
 * Rules by which one section is read and changed. `Query`: what a change takes beside its body; `Shown`: what `fields`
 * selects from.
 */
export interface SectionRules<Values extends object, Patch extends object, Shown, Query> {
	readonly section: Section<Values>;
	/** Parses `fields`. */
	readonly fields: Selector<Shown, unknown>;
	/**
	 * Converts a patch to its stored form; nulls are kept.
	 * @param fieldErrors collects the errors
	 * @param path JSON Pointer of the patch in the body, `""` for the whole
	 */
	readonly parse: (patch: Patch, fieldErrors: FieldErrors, path: string) => Patch;
	/** Recorded with every change; its payload is {@link SectionOwner.payload}. Null: `onModified` records it. */
	readonly fact: Fact<TSchema> | null;
	/** Reads what `fields` selects from, such as {@link readEffective}; `shows` tells which members. */
	readonly read: (row: SectionRow, shows: (name: string) => boolean) => Promise<ShownSection<Shown>>;
	/** Returns what follows from a change in place of what usually does, see {@link SectionOwner.modify}. */
	readonly onModified?: (query: Query) => OnModified;
}

/** Returns the `read` of a section that shows its effective values and nothing else. */
export const readEffective =
	<Values extends object>({ effective }: Section<Values>) =>
	async (row: SectionRow): Promise<ShownSection<Values>> => ({ shown: effective(row) });

/** Reads and changes one section of any organization. */
export interface SectionService<Values = unknown, Patch = unknown, Query = unknown> {
	/** Returns the effective values, or what `fields` selects. @throws `not_found` `purged` `invalid_fields` */
	get(
		context: RequestContext,
		orgId: string,
		fields: string | undefined,
	): Promise<Versioned<Values | Selection<Values>>>;
	/**
	 * Applies a merge patch: null removes an override, so that the default applies again. Returns the effective values.
	 * @throws `not_found` `purged` `state_conflict` `precondition_failed` `validation_failed` `compliance_violation`
	 */
	patch(context: RequestContext, orgId: string, request: Patch, query: Query): Promise<Versioned<Values>>;
	/**
	 * Replaces all overrides: the defaults apply to what the request leaves out. Returns the effective values.
	 * @throws `not_found` `purged` `state_conflict` `precondition_failed` `validation_failed` `compliance_violation`
	 */
	put(context: RequestContext, orgId: string, request: Patch, query: Query): Promise<Versioned<Values>>;
}

/**
 * Creates the service of a section. A module that has one declares its values ({@link defineSection}), how they are
 * parsed from a request, and its fact; then its `module.ts` is
 *
 *     export function createSettingsModule(owner: SectionOwner): Contribution {
 *         const facts = settingsFacts(owner.payload);
 *         const fact = facts["organization.update_settings"];
 *         const read = readEffective(settings);
 *         const rules = { section: settings, fields: settingsFields, parse: parseSettings, fact, read };
 *         const service = createSectionService(owner, rules);
 *         return { facts, routes: sectionRoutes(owner.tag, description, service) };
 *     }
 *
 * and `src/modules.ts` passes it the owner and adds it to the contributions.
 */
export function createSectionService<Values extends object, Patch extends object, Shown = Values, Query = unknown>(
	owner: SectionOwner,
	{ section, fields: selector, parse, fact, read, onModified }: SectionRules<Values, Patch, Shown, Query>,
): SectionService<Values, Patch, Query> {
	const { column, effective } = section;

	/** Changes the overrides. @param next returns the new ones, given those there are and the parsed request */
	async function change(
		context: RequestContext,
		orgId: string,
		{ request, query }: { readonly request: Patch; readonly query: Query },
		next: (before: unknown, parsed: Patch) => unknown,
	): Promise<Versioned<Values>> {
		const fieldErrors = new FieldErrors();
		const parsed = parse(request, fieldErrors, "");
		fieldErrors.throwIfAny();
		const columnsFor = (before: SectionRow) => ({
			[column]: next(before[column], parsed) as Readonly<Record<string, unknown>>,
		});
		try {
			const row = await owner.modify(context, orgId, fact, columnsFor, onModified?.(query));
			return { data: effective(row), version: row.version, variant: variantOf(row.configuration) };
		} catch (error) {
			throw atSection(error, column);
		}
	}

	return {
		async get({ principal }, orgId, fields) {
			const row = await owner.find(principal, orgId);
			const show = selector.parse(fields);
			const { shown, variant = "" } = await read(row, show.shows);
			const data = show(shown) as Values | Selection<Values>;
			const selected = fields === undefined ? undefined : fields + variant;
			return { data, version: row.version, variant: variantOf(row.configuration, selected) };
		},
		patch: (context, orgId, request, query) => change(context, orgId, { request, query }, mergePatch),
		put: (context, orgId, request, query) => change(context, orgId, { request, query }, (_before, parsed) => parsed),
	};
}
