import type { FieldChange } from "#kernel/differences";

/** An event as recorded by a service; sequence, time, actor and request are added by its change. */
export interface NewEvent {
	readonly id: string;
	/** Past tense, e.g. `org.member.added`. */
	readonly type: string;
	/** The resource as the API shows it. */
	readonly object: Readonly<Record<string, unknown>>;
	readonly changes: readonly FieldChange[] | undefined;
}
