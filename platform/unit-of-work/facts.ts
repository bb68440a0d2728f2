import type { Static, TSchema } from "@sinclair/typebox";
import type { ArtifactClass, RemovalKind } from "#db/schema";
import type { FieldChange } from "#kernel/differences";
import type { AuditCategory, AuditOutcome, AuditTarget } from "#platform/audit-trail";

/** The audit entry of a fact. */
interface Audited {
	/** Category of the entry. */
	readonly category: AuditCategory;
	/** Outcome; `success` by default. */
	readonly outcome?: AuditOutcome;
	/** See {@link Fact.removes}. */
	readonly removes?: RemovalKind;
	/** See {@link Fact.mayComeBack}. */
	readonly mayComeBack?: string;
	/**
	 * Action of the audit entry, noun and verb separated by a dot; by default the name of the fact. Several facts may
	 * share an action.
	 */
	readonly action?: string;
}

/** Members of a payload that name a person, or that people wrote, and what they become once that is erased. */
export type PersonalMembers = Readonly<Record<string, string | null>>;

/** A fact that is also published as an event, as most are. */
interface Announced extends Audited {
	/** Type of the event, in the past tense; never renamed. */
	readonly event: string;
	/** Schema of the event's `object`. All facts of one event have the same. */
	readonly payload: TSchema;
	/** See {@link Fact.personal}. All facts of one event have the same. */
	readonly personal?: PersonalMembers;
	/** See {@link Fact.prose}. All facts of one event have the same. */
	readonly prose?: PersonalMembers;
	/** See {@link Fact.contentClass}. All facts of one event have the same. */
	readonly contentClass?: ArtifactClass;
}

/** A fact that is only recorded in the audit trail: a refusal, a failure, or one of no concern to subscribers. */
interface Unannounced extends Audited {
	readonly event: null;
	/** The reason why there is no event. */
	readonly because: string;
}

/** Declaration of one fact. */
export type FactDeclaration = Announced | Unannounced;

/** A kind of fact: its event, its audit entry and the schema of its payload. */
export interface Fact<Payload extends TSchema | null = TSchema | null> {
	/** Unique in the program, e.g. `member.add`. */
	readonly name: string;
	/** Type of the event; null: audited only. */
	readonly event: string | null;
	/** Schema of the event's `object`; null without an event. */
	readonly payload: Payload;
	/**
	 * Members of the payload, or of what has changed, that name the person of its `userId`, or of its `email`; null: none does.
	 * Their former values are not in the audit trail either.
	 */
	readonly personal: PersonalMembers | null;
	/**
	 * Members of the payload that people wrote, and what they become once the resource is deleted; null: none is. Their former
	 * values are not in the audit trail, from which nothing can be removed.
	 */
	readonly prose: PersonalMembers | null;
	/**
	 * Class of the content that the payload describes: once content as old as the event has expired, only ids are told. Null:
	 * it describes none.
	 */
	readonly contentClass: ArtifactClass | null;
	readonly action: string;
	readonly category: AuditCategory;
	readonly outcome: AuditOutcome;
	/** Kind of resource acted upon, the first target of the entry. */
	readonly target: string;
	/**
	 * What its resource is that must not come back with a backup, of which the fact says that it is gone; null: nothing. Of a
	 * person: whoever its target of the type `user` is.
	 */
	readonly removes: RemovalKind | null;
	/** Reason that a restored backup may bring back what is deleted, erased, purged or revoked; null: `removes` says what must not. */
	readonly mayComeBack: string | null;
}

/** The facts of one noun, by name. */
export type Facts<Declarations extends Readonly<Record<string, FactDeclaration>>> = {
	readonly [Name in keyof Declarations]: Fact<
		Declarations[Name] extends Announced ? Declarations[Name]["payload"] : null
	>;
};

/** The details of one occurrence of a fact. */
export interface Occurrence {
	/** Id of the resource acted upon; null when there is none, such as the account of an unknown address. */
	readonly id: string | null;
	/** Further targets. */
	readonly otherTargets?: readonly AuditTarget[];
	/** Changed members; must not contain secrets or transcript text. */
	readonly changes?: readonly FieldChange[];
	/**
	 * Used instead of `changes` when they belong in the audit entry only, because the event is sufficient without them or
	 * must not contain them.
	 */
	readonly auditedChanges?: readonly FieldChange[];
}

/** Details to be recorded with a fact, including the payload if it has an event. */
export type FactDetails<Payload extends TSchema | null> = Payload extends TSchema
	? Occurrence & { readonly object: Static<Payload> }
	: Occurrence;

/**
 * Declares the facts of one kind of resource: the source of the webhook catalog, the audit filters and
 * `docs/events.md`.
 * @param target kind of resource acted upon, in audit entries
 * @param declarations by name: the audit action
 */
export function defineFacts<const Declarations extends Readonly<Record<string, FactDeclaration>>>(
	target: string,
	declarations: Declarations,
): Facts<Declarations> {
	const facts = Object.entries(declarations).map(([name, declared]): [string, Fact] => [
		name,
		{
			name,
			event: declared.event,
			payload: declared.event === null ? null : declared.payload,
			personal: (declared.event === null ? undefined : declared.personal) ?? null,
			prose: (declared.event === null ? undefined : declared.prose) ?? null,
			contentClass: (declared.event === null ? undefined : declared.contentClass) ?? null,
			action: declared.action ?? name,
			category: declared.category,
			outcome: declared.outcome ?? "success",
			target,
			removes: declared.removes ?? null,
			mayComeBack: declared.mayComeBack ?? null,
		},
	]);
	return Object.fromEntries(facts) as Facts<Declarations>;
}
