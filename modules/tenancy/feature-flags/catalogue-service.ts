import type { Configuration } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { differencesBetween } from "#kernel/differences";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import type { FieldErrors } from "#kernel/field-errors";
import type { Selection } from "#kernel/field-mask";
import { type Page, pageRequest } from "#kernel/list";
import type { RequestContext } from "#kernel/request-context";
import { changeConfiguration, readConfiguration, variantOf } from "#platform/configuration";
import type { Jobs } from "#platform/jobs";
import type { Core } from "#platform/module";
import { type Change, PLATFORM } from "#platform/unit-of-work";
import { announceSwitch } from "./announcement.ts";
import { isBuiltIn } from "./built-in.ts";
import { builtInDefinition, catalogueOf, type Flag, storedFlags } from "./catalogue.ts";
import type { Killed, StoredFlag } from "./definition.ts";
import { builtInStays, flagNotFound, keyTaken, tooManyFlags } from "./errors.ts";
import { facts } from "./facts.ts";
import { parseKill } from "./parse.ts";
import { parseDefinition } from "./parse-definition.ts";
import {
	type CreateFlagRequest,
	type FeatureFlag,
	flagFields,
	type KillFlagRequest,
	type ListFlagsQuery,
	type ReplaceFlagRequest,
} from "./schemas.ts";
import { MAX_OWN_FLAGS } from "./values.ts";

type Shown = NonNullable<FeatureFlag["rollout"]> | null;

/** Converts a flag to its representation. @param isForOperator whether rules and rollout are shown */
function toFeatureFlag({ key, stored, definition, byOrgType }: Flag, isForOperator: boolean): FeatureFlag {
	const { type, description, variants, defaultVariant, locked, rules, rollout } = definition;
	const killed = stored?.killed ?? null;
	return {
		key,
		builtIn: isBuiltIn(key),
		type,
		description,
		variants: { ...variants },
		defaultVariant,
		orgTypeDefaults: Object.fromEntries(Object.entries(byOrgType).map(([orgType, { value }]) => [orgType, value])),
		locked,
		killed: killed && { at: rfc3339(killed.atMs), variant: killed.variant, reason: killed.reason },
		// Stored as the schema of requests has accepted them.
		...(isForOperator && { rules: [...rules] as NonNullable<FeatureFlag["rules"]>, rollout: rollout as Shown }),
		createdAt: stored && !isBuiltIn(key) ? rfc3339(stored.createdAtMs) : null,
		updatedAt: stored && rfc3339(stored.updatedAtMs),
	};
}

export interface CatalogueDeps extends Pick<Core, "store" | "unitOfWork" | "cursors"> {
	readonly jobs: Pick<Jobs, "enqueue" | "wake">;
}

/** What a request says of a flag. */
type CheckedDefinition = ReplaceFlagRequest & Partial<Pick<CreateFlagRequest, "key">>;

/** A request by its path. */
interface Addressed {
	readonly params: { readonly key?: string };
	/** Members that do not fit the schema. */
	readonly unfit: readonly string[];
}

export type CatalogueService = ReturnType<typeof createCatalogue>;

/** What of a stored flag a change decides; the rest follows. */
type Decided = Pick<StoredFlag, "definition" | "killed">;

const byKey = { positionOf: ({ key }: Flag) => [key] };

/** Creates the service of the catalogue of flags, which system administrators change for the whole installation. */
export function createCatalogue({ store, unitOfWork, cursors, jobs }: CatalogueDeps) {
	const shown = (configuration: Configuration, key: string): Versioned<FeatureFlag> => {
		const flag = found(configuration, key);
		return { data: toFeatureFlag(flag, true), version: versionOf(flag), variant: variantOf(configuration) };
	};

	/** Changes one flag under the lock of the configuration. @param decide returns undefined to delete it */
	async function change(
		inside: Change,
		key: string,
		decide: (before: Configuration) => Decided | undefined,
	): Promise<Configuration> {
		return changeConfiguration(inside, (before) => {
			const { [key]: _, ...others } = storedFlags(before);
			const known = catalogueOf(before).get(key)?.stored ?? undefined;
			const decided = decide(before);
			if (decided === undefined) return { flags: others };
			if (known && Bun.deepEquals(decided, { definition: known.definition, killed: known.killed })) return {};
			if (known === undefined && decided.definition === null && decided.killed === null) return {};
			const { nowMs } = inside;
			const [version, createdAtMs] = [before.versions.flags + 1, known?.createdAtMs ?? nowMs];
			return { flags: { ...others, [key]: { ...decided, version, createdAtMs, updatedAtMs: nowMs } } };
		});
	}

	/** Changes a flag there is, and records it unless nothing changes. */
	const update = (
		context: RequestContext,
		key: string,
		decide: (flag: Flag, nowMs: number) => Decided,
		record: (inside: Change, flag: Flag, before: Flag) => void,
	): Promise<Versioned<FeatureFlag>> =>
		unitOfWork.run(
			context,
			async (inside) => {
				let before: Flag | undefined;
				const after = await change(inside, key, (configuration) => {
					before = found(configuration, key);
					assertIfMatch(context.ifMatch, versionOf(before));
					return decide(before, inside.nowMs);
				});
				const flag = found(after, key);
				if (before === undefined || versionOf(before) === versionOf(flag)) return shown(after, key);
				record(inside, flag, before);
				await announceSwitch(inside, jobs, flag, [before, flag]);
				return shown(after, key);
			},
			{ storeOutcome: "plain" },
		);

	return {
		/** Returns a page of all flags, by key. @throws `invalid_request` `invalid_cursor` `invalid_fields` */
		async list(
			{ principal }: RequestContext,
			query: ListFlagsQuery,
		): Promise<Page<FeatureFlag | Selection<FeatureFlag>>> {
			const request = pageRequest(cursors, query, flagFields, { list: "feature-flags" });
			const all = [...catalogueOf(await readConfiguration(store.db)).values()];
			const rest = all
				.toSorted((a, b) => (a.key < b.key ? -1 : 1))
				.filter(({ key }) => request.after === null || key > String(request.after[0]));
			return request.page(rest.slice(0, request.take), byKey, (flag) => toFeatureFlag(flag, principal.system));
		},

		/** Returns a flag. @throws `not_found` `invalid_fields` */
		async get(
			{ principal }: RequestContext,
			key: string,
			fields: string | undefined,
		): Promise<Versioned<FeatureFlag | Selection<FeatureFlag>>> {
			const select = flagFields.parse(fields);
			const configuration = await readConfiguration(store.db);
			const flag = found(configuration, key);
			const { system } = principal;
			const variant = system && fields === undefined ? undefined : `${system}\n${fields ?? ""}`;
			const data = select(toFeatureFlag(flag, system));
			return { data, version: versionOf(flag), variant: variantOf(configuration, variant) };
		},

		/** Collects what is wrong with a definition: that of the flag with a key, or of a new one of a type. */
		async check(request: CheckedDefinition, fieldErrors: FieldErrors, { params, unfit }: Addressed): Promise<void> {
			const flags = catalogueOf(await readConfiguration(store.db));
			if (request.key !== undefined && flags.has(request.key))
				fieldErrors.collect(keyTaken(request.key).fieldErrors ?? []);
			const { key } = params;
			const type = key === undefined ? request.type : flags.get(key)?.definition.type;
			// Variants are named everywhere else.
			if (type === undefined || unfit.includes("variants")) return;
			const builtIn = key !== undefined && isBuiltIn(key) ? key : null;
			fieldErrors.check(() => parseDefinition(request, type, builtIn));
		},

		/** Collects what is wrong with how a flag is killed. */
		async checkKill(request: KillFlagRequest, fieldErrors: FieldErrors, { params }: Addressed): Promise<void> {
			const flag = catalogueOf(await readConfiguration(store.db)).get(params.key ?? "");
			if (flag) fieldErrors.check(() => parseKill(request, flag.definition));
		},

		/** Adds a flag. @throws `validation_failed` `conflict` */
		async create(
			context: RequestContext,
			{ key, type, ...request }: CreateFlagRequest,
		): Promise<Versioned<FeatureFlag>> {
			const definition = parseDefinition(request, type, null);
			const work = async (inside: Change) => {
				const after = await change(inside, key, (before) => {
					const flags = catalogueOf(before);
					if (flags.has(key)) throw keyTaken(key);
					if ([...flags.keys()].filter((name) => !isBuiltIn(name)).length >= MAX_OWN_FLAGS)
						throw tooManyFlags(MAX_OWN_FLAGS);
					return { definition, killed: null };
				});
				inside.record(PLATFORM, facts["feature_flag.create"], { id: key });
				return shown(after, key);
			};
			return unitOfWork.run(context, work, { storeOutcome: "plain" });
		},

		/**
		 * Replaces the definition of a flag; a killed one stays killed. What is left out of a built-in one is as built in.
		 * @throws `not_found` `precondition_failed` `validation_failed`
		 */
		replace: (context: RequestContext, key: string, request: ReplaceFlagRequest): Promise<Versioned<FeatureFlag>> =>
			update(
				context,
				key,
				({ definition: { type }, killed, stored }) => {
					const builtIn = isBuiltIn(key) ? key : null;
					const definition = parseDefinition(request, type, builtIn);
					const isAsBuiltIn = builtIn !== null && Bun.deepEquals(definition, builtInDefinition(builtIn));
					const kept = killed && stored?.killed && Object.hasOwn(definition.variants, stored.killed.variant);
					return {
						definition: isAsBuiltIn ? null : definition,
						killed: !stored?.killed
							? null
							: kept
								? stored.killed
								: { ...stored.killed, variant: definition.defaultVariant },
					};
				},
				(inside, flag, before) => {
					const changes = differencesBetween({ ...before.definition }, { ...flag.definition });
					inside.record(PLATFORM, facts["feature_flag.replace"], { id: key, changes });
				},
			),

		/** Deletes an own flag. @throws `not_found` `state_conflict` `precondition_failed` */
		remove: (context: RequestContext, key: string): Promise<void> =>
			unitOfWork.run(context, async (inside) => {
				await change(inside, key, (before) => {
					assertIfMatch(context.ifMatch, versionOf(found(before, key)));
					if (isBuiltIn(key)) throw builtInStays(key);
					return undefined;
				});
				inside.record(PLATFORM, facts["feature_flag.delete"], { id: key });
			}),

		/**
		 * Kills a flag: from then on it has one value everywhere, whatever anybody has decided, until it is revived.
		 * @throws `not_found` `precondition_failed` `validation_failed`
		 */
		kill: (context: RequestContext, key: string, request: KillFlagRequest): Promise<Versioned<FeatureFlag>> =>
			update(
				context,
				key,
				({ definition, stored }, nowMs) => {
					const { variant, reason } = parseKill(request, definition);
					const killed: Killed = { atMs: stored?.killed?.atMs ?? nowMs, variant, reason };
					return { definition: stored?.definition ?? null, killed };
				},
				(inside, { killed, stored, definition }) => {
					const value = killed?.value ?? definition.variants[definition.defaultVariant] ?? false;
					const object = { key, value, reason: stored?.killed?.reason ?? null };
					inside.record(PLATFORM, facts["feature_flag.kill"], { id: key, object });
				},
			),

		/** Ends what {@link kill} began: everything that was decided applies again. @throws `not_found` `precondition_failed` */
		revive: (context: RequestContext, key: string): Promise<Versioned<FeatureFlag>> =>
			update(
				context,
				key,
				({ stored }) => ({ definition: stored?.definition ?? null, killed: null }),
				(inside) => inside.record(PLATFORM, facts["feature_flag.revive"], { id: key }),
			),
	};
}

/** Returns a flag of an installation. @throws `not_found` */
function found(configuration: Configuration, key: string): Flag {
	const flag = catalogueOf(configuration).get(key);
	if (flag === undefined) throw flagNotFound(key);
	return flag;
}

const versionOf = ({ stored }: Flag): number => stored?.version ?? 1;
