import type { Static, TSchema } from "@sinclair/typebox";
import type { FieldChange } from "#kernel/differences";
import type { AuditCategory, AuditOutcome, AuditTarget } from "#platform/audit-trail";

/** What every fact says of its audit entry. */
interface Audited {
	/** What kind of activity the entry is filed under. */
	readonly category: AuditCategory;
	/** How it ended; `success` unless said otherwise. */
	readonly outcome?: AuditOutcome;
	/** Action of the audit entry, a dotted noun and verb; the fact's own name unless several facts are one action. */
	readonly action?: string;
}

/** A fact that is announced as well: most are. */
interface Announced extends Audited {
	/** Type of the event: past tense, never renamed. */
	readonly event: string;
	/** Schema of the event's `object`. All facts of one event have the same. */
	readonly payload: TSchema;
}

/** A fact that only the audit trail knows: a refusal, a failure, or one that concerns no subscriber. */
interface Unannounced extends Audited {
	readonly event: null;
	/** Why nobody is told. */
	readonly because: string;
}

/** What {@link defineFacts} is told of one fact. */
export type FactDeclaration = Announced | Unannounced;

/** One kind of thing that happens: its event, its audit entry and the schema of its payload. */
export interface Fact<Payload extends TSchema | null = TSchema | null> {
	/** Unique in the program, e.g. `member.add`. */
	readonly name: string;
	/** Type of the event; null: audited only. */
	readonly event: string | null;
	/** Schema of the event's `object`; null without an event. */
	readonly payload: Payload;
	readonly action: string;
	readonly category: AuditCategory;
	readonly outcome: AuditOutcome;
	/** Type of the thing acted upon, the first target of the entry. */
	readonly target: string;
}

/** The facts of one noun, by name. */
export type Facts<Declarations extends Readonly<Record<string, FactDeclaration>>> = {
	readonly [Name in keyof Declarations]: Fact<
		Declarations[Name] extends Announced ? Declarations[Name]["payload"] : null
	>;
};

/** What happened, this time. */
export interface Occurrence {
	/** Id of the thing acted upon; null: there was none, such as the account of an address that nobody has. */
	readonly id: string | null;
	/** What else was acted upon. */
	readonly also?: readonly AuditTarget[];
	/** The members that changed; secrets and transcript text never appear here. */
	readonly changes?: readonly FieldChange[];
	/** In the place of `changes` where they belong in the audit entry alone: the event says enough, or must not say more. */
	readonly auditedChanges?: readonly FieldChange[];
}

/** What is to be told of a fact: the payload too when it is announced. */
export type Recorded<Payload extends TSchema | null> = Payload extends TSchema
	? Occurrence & { readonly object: Static<Payload> }
	: Occurrence;

/**
 * Declares what happens to one noun, each thing once: the webhook catalogue, the audit filters and `docs/events.md` read this table.
 * @param target type of the thing acted upon, in audit entries
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
			action: declared.action ?? name,
			category: declared.category,
			outcome: declared.outcome ?? "success",
			target,
		},
	]);
	return Object.fromEntries(facts) as Facts<Declarations>;
}
